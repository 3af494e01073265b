/** 0 no colour, 1 the 16 of a terminal, 2 256, 3 24 bits. */
export type ColourLevel = 0 | 1 | 2 | 3;

export type ColourChoice = 'auto' | 'always' | 'never';

export type ColourInput = {
  readonly flag: ColourChoice | undefined;
  /** `[cli] color`; weaker than the environment. */
  readonly config?: ColourChoice | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tty: boolean;
};

/** Decides the colour of a stream once (tui-cli.md 7): flag, NO_COLOR, FORCE_COLOR, config, then the terminal. */
export function colourLevel(input: ColourInput): ColourLevel {
  const { env } = input;
  const able = terminalLevel(env);
  const forced = able === 0 ? 1 : able;
  if (input.flag === 'never') return 0;
  if (input.flag === 'always') return forced;
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return 0;
  if (env['FORCE_COLOR'] !== undefined) return FORCED.get(env['FORCE_COLOR']) ?? forced;
  if (input.config === 'never') return 0;
  if (input.config === 'always') return forced;
  return input.tty ? able : 0;
}

/**
 * What our own process says to libraries that read FORCE_COLOR and ignore NO_COLOR. Children get the user's own
 * environment, never this.
 */
export function announceColour(environment: Record<string, string | undefined>, level: ColourLevel): void {
  environment['FORCE_COLOR'] = String(level);
}

const FORCED: ReadonlyMap<string, ColourLevel> = new Map([
  ['0', 0],
  ['false', 0],
  ['1', 1],
  ['2', 2],
  ['3', 3],
]);

function terminalLevel(env: ColourInput['env']): ColourLevel {
  const term = env['TERM'] ?? '';
  if (term === '' || term === 'dumb') return 0;
  if (env['COLORTERM'] === 'truecolor' || env['COLORTERM'] === '24bit') return 3;
  return /-256(color)?$/.test(term) ? 2 : 1;
}
