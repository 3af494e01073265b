import { describe, expect, test } from 'vitest';
import { announceColour, type ColourInput, colourLevel } from '../../cli/colour.ts';
import { type ExitCondition, exitCode } from '../../cli/exit.ts';
import { lastingLine, type Phase, progressLine } from '../../cli/progress-line.ts';
import { vectorCases } from '../support/vectors.ts';

type Vector<Input, Output> = { readonly name: string; readonly input: Input; readonly output: Output };

describe('tui-cli.md 7 colour', () => {
  type Input = Omit<ColourInput, 'flag'> & { readonly flag: ColourInput['flag'] | null };
  test.each(vectorCases<Vector<Input, number>>('tui-cli', 'colour.level'))('$name', ({ input, output }) => {
    expect(colourLevel({ ...input, flag: input.flag ?? undefined })).toBe(output);
  });

  test('the config file is weaker than the environment and stronger than the terminal', () => {
    const env = { TERM: 'xterm' };
    expect(colourLevel({ flag: undefined, config: 'never', env, tty: true })).toBe(0);
    expect(colourLevel({ flag: undefined, config: 'always', env, tty: false })).toBe(1);
    expect(
      colourLevel({ flag: undefined, config: 'always', env: { ...env, NO_COLOR: '1' }, tty: true }),
    ).toBe(0);
    expect(colourLevel({ flag: 'auto', config: 'auto', env, tty: true })).toBe(1);
  });

  test('our own process announces the level to libraries', () => {
    const environment: Record<string, string | undefined> = { NO_COLOR: '1' };
    announceColour(environment, 0);
    expect(environment).toEqual({ NO_COLOR: '1', FORCE_COLOR: '0' });
  });
});

describe('tui-cli.md 4 exit codes', () => {
  test.each(vectorCases<Vector<ExitCondition[], number>>('tui-cli', 'exit.precedence'))(
    '$name',
    ({ input, output }) => {
      expect(exitCode(input)).toBe(output);
    },
  );
});

describe('tui-cli.md 5 progress', () => {
  test.each(vectorCases<Vector<Phase, string>>('tui-cli', 'progress.line'))('$name', ({ input, output }) => {
    expect(progressLine([input])).toBe(output);
  });

  test('nested phases share the line, and one line stays', () => {
    const land: Phase = { label: 'land', done: 3, total: 5, unit: 'corpora', elapsedMs: 900 };
    const run: Phase = { label: 'run', done: 412, total: 1000, unit: 'cases', elapsedMs: 4850 };
    expect(progressLine([land, run])).toBe('land 3/5 corpora · run 412/1,000 cases 41%  85/s  6.92 s left');
    expect(lastingLine({ ...run, done: 412 })).toBe('run 412 cases in 4.85 s');
    expect(progressLine([])).toBe('');
  });
});
