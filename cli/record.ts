import type { Command } from './command.ts';

/** How the text after a flag is read. `metavar` is what help shows for it. */
export type ValueForm =
  | { readonly form: 'switch' }
  | { readonly form: 'count' }
  | {
      readonly form: 'text';
      readonly metavar: string;
      /** What the flag means when it stands alone. */
      readonly bare?: string;
      readonly shape?: {
        readonly test: RegExp;
        readonly want: string;
        readonly example: string;
        /** The refusal of a text of another shape, if it has its own. */
        readonly code?: 'EvalCutoffMalformed';
      };
    }
  | { readonly form: 'int'; readonly min: number; readonly max: number }
  | { readonly form: 'u64' }
  | { readonly form: 'number' }
  | { readonly form: 'rate' }
  | { readonly form: 'bytes' }
  | { readonly form: 'span' }
  | { readonly form: 'instant' }
  | { readonly form: 'choice'; readonly of: readonly string[] }
  | { readonly form: 'path'; readonly metavar: 'FILE' | 'DIR' }
  | { readonly form: 'pair' };

export type FlagRecord = {
  /** Without dashes. `no-x` declares the negative alone. */
  readonly name: string;
  readonly short?: string;
  readonly value: ValueForm;
  readonly summary: string;
  /** May be given several times. */
  readonly list?: true;
  /** Text of the default, read like one from the command line. */
  readonly fallback?: string;
  /** What help says about a default that is found out at run time. */
  readonly fallbackShown?: string;
  /** Key paths in contextful.toml; the first that holds a scalar or an array counts. */
  readonly config?: readonly string[];
  readonly env?: string;
  readonly required?: true;
  readonly needs?: readonly string[];
  readonly excludes?: readonly string[];
};

type WordRecord = {
  readonly name: string;
  readonly summary: string;
  readonly required?: true;
};

/** One command as data (tui-cli.md 1): parsing, help, completion and the reference page come from it. */
export type CommandRecord = {
  readonly path: readonly string[];
  /** At most 60 characters. */
  readonly summary: string;
  readonly words: readonly WordRecord[];
  readonly flags: readonly FlagRecord[];
  /** Whole command lines, two or more. */
  readonly examples: readonly string[];
  readonly exits: readonly (readonly [number, string])[];
  /** Files that the command may write, in words. */
  readonly writes: readonly string[];
  /** Variables that it reads beside those of every command. */
  readonly reads: readonly string[];
  /** The page that tells more. */
  readonly document: string;
  /** What must be there before it starts: nothing, a project root, or a root and its checked configuration. */
  readonly needs: 'nothing' | 'root' | 'config';
  /** Whether it changes something: then `--plan` is offered and a closed stdout does not end it. */
  readonly mutates: boolean;
  readonly load: () => Promise<Command>;
};

export type GroupRecord = { readonly path: readonly string[]; readonly summary: string };
