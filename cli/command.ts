import type { Config, ConfigFile } from '../core/config-file/index.ts';
import type { Context } from '../core/context.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import type { Refusal } from '../core/refusal.ts';
import type { SymbolSet } from '../core/safe-text.ts';
import type { ColourLevel } from './colour.ts';
import type { LoadedLook } from './config.ts';
import type { Settings } from './settings.ts';

/** How stdout may be written on: presenters turn results into text for it. */
export type View = { readonly columns: number; readonly colour: ColourLevel; readonly symbols: SymbolSet };

export type ConfigPlaces = ConfigFile['places'];

/** What a command gets: the outside world, its project and how to ask. */
export type CommandContext = Context & {
  /** Absolute path of the project; the working directory for commands that need no project. */
  readonly root: string;
  /** The checked `contextful.toml`; `{version: 1}` where the project has none or the command reads none. */
  readonly config: Config;
  /** Where `contextful.toml` was read, for the places of faults in it. */
  readonly configPath: string | undefined;
  /** Where each key of it stands, by paths such as `eval.floors[0]`. */
  readonly configPlaces: ConfigPlaces;
  /** The user's own `tui.toml`, for the command that has screens. */
  readonly look: LoadedLook | undefined;
  readonly view: View;
  readonly pid: number;
  readonly nodeVersion: string;
  /** The command line as typed, for locks and for the command that resumes. */
  readonly commandLine: readonly string[];
  /**
   * Asks on stderr, default no. Without a terminal, with `--no-input` or with `--json` it refuses ConfirmRequired
   * holding `plan`; with `--yes` it is true at once.
   */
  readonly confirm: (question: string, plan: string) => Promise<boolean>;
  /**
   * Keeps the stack of a fault of ours that the command lives on with; the path of the crash file, or undefined where
   * the disk took none. `notes` are lines that tell what led to it.
   */
  readonly keepCrash: (error: unknown, notes?: readonly string[]) => string | undefined;
};

/** What happens while a command runs; `t` names the kind. */
export type CommandEvent = { readonly t: string };

export type CommandResult = {
  readonly exit: number;
  /** For `--json`: a document that has its own schema is printed bare, other data goes into the envelope. */
  readonly document:
    | { readonly own: JsonObject | string }
    | { readonly schema: string; readonly data: JsonValue };
  /** For people: LF-terminated text of stdout, possibly empty. */
  readonly text: string;
  /** Lines for stderr after the result. */
  readonly notes?: readonly string[];
  /** A fault that did not keep the result from being made; told on stderr in the form of refusals. */
  readonly refusal?: Refusal;
};

/** A handler: it prints nothing. One that has nothing to tell on its way is a plain async function. */
export type Command = (
  context: CommandContext,
  settings: Settings,
) => AsyncGenerator<CommandEvent, CommandResult, void> | Promise<CommandResult>;
