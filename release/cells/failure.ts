import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';

/** How a build ended that gave no binary. */
export type FailedBuild = {
  readonly cell: string;
  readonly target: string;
  readonly argv: readonly string[];
  readonly exit: number | undefined;
  readonly signal: string | undefined;
  readonly timedOut: boolean;
  readonly timeoutS: number;
  readonly seconds: number;
  /** Lines that the build said were errors, and the end of what it wrote. */
  readonly errors: readonly string[];
  readonly tail: readonly string[];
  /** Why it did not start; undefined where it did. */
  readonly notStarted: string | undefined;
  /** Relative to the root. */
  readonly log: string;
  readonly targetDir: string;
};

/** The class of a failure (release.md 4.6): what is wrong with the machine has exit 3, with the sources exit 1. */
export function buildRefusal(build: FailedBuild): Refusal {
  const said = [...build.errors, ...build.tail].join('\n');
  const details = {
    excerpt: firstErrors(build),
    facts: {
      cell: build.cell,
      argv: [...build.argv],
      exit: build.exit ?? null,
      signal: build.signal ?? null,
      log: build.log,
      targetDir: build.targetDir,
    },
  };
  if (build.notStarted !== undefined) {
    const message = `${build.cell}: ${build.argv[0]} cannot be started`;
    return refuse('BuilderMissing', { ...details, message, found: build.notStarted, want: 'cargo on PATH' });
  }
  if (build.timedOut) {
    const message = `${build.cell}: not done after ${build.timeoutS} s`;
    return refuse('CellTimedOut', { ...details, message });
  }
  for (const { code, sign, what } of MACHINE_FAULTS) {
    if (!sign.test(said)) continue;
    const hint = code === 'TargetToolchainMissing' ? { hint: `rustup target add ${build.target}` } : {};
    return refuse(code, {
      ...details,
      ...hint,
      message: `${build.cell}: ${what}`,
      found: sign.exec(said)?.[0],
    });
  }
  const how = build.exit === undefined ? `ended by ${build.signal ?? 'a signal'}` : `exited ${build.exit}`;
  return refuse('CellBuildFailed', {
    ...details,
    message: `${build.cell}: cargo ${how} after ${build.seconds} s`,
    found: details.excerpt[0],
    hint: 'contextful release build (finished cells are reused)',
  });
}

const MACHINE_FAULTS = [
  { code: 'DiskFull', sign: /No space left on device/, what: 'the disk is full' },
  {
    code: 'TargetToolchainMissing',
    sign: /error\[E0463\]: can't find crate for `(?:std|core)`|the `[^`]+` target may not be installed/,
    what: 'the standard library for the target is not installed',
  },
  {
    code: 'BuilderMissing',
    sign: /no such command: `zigbuild`|linker `[^`]+` not found/,
    what: 'a tool of the build is not installed',
  },
] as const;

/** The first five lines that say what is wrong. */
function firstErrors({ errors, tail }: FailedBuild): readonly string[] {
  const plain = tail.filter(line => /^\s*error/.test(line));
  return [...new Set([...errors, ...plain])].slice(0, 5);
}
