export type ExitCondition = 'interrupted' | 'usage' | 'red' | 'fault' | 'notComparable';

export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130;

/** The exit code when several conditions hold (tui-cli.md 4); `red` means certainly red. */
export function exitCode(conditions: readonly ExitCondition[]): ExitCode {
  return PRECEDENCE.find(([condition]) => conditions.includes(condition))?.[1] ?? 0;
}

const PRECEDENCE: readonly (readonly [ExitCondition, ExitCode])[] = [
  ['interrupted', 130],
  ['usage', 2],
  ['red', 1],
  ['fault', 3],
  ['notComparable', 4],
];

/** What a shell expects of a process that ended for a signal. */
export const signalExits = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export type EndingSignal = keyof typeof signalExits;
