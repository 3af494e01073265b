import { type ColourChoice, type ColourLevel, colourLevel } from './colour.ts';
import type { Project } from './project.ts';

/**
 * Colour of a stream for a command whose settings are known. Reads the user's own environment: in ours FORCE_COLOR may
 * already be our word.
 */
export function projectColour({ settings, env }: Project, tty: boolean): ColourLevel {
  const choice = COLOURS.find(known => known === settings.text('color')) ?? 'auto';
  const from = settings.origin('color')?.from;
  return colourLevel({
    flag: from === 'flag' && choice !== 'auto' ? choice : undefined,
    config: from === 'file' ? choice : undefined,
    env,
    tty,
  });
}

const COLOURS: readonly ColourChoice[] = ['auto', 'always', 'never'];
