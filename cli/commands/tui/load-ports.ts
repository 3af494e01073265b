import type { CommandContext } from '../../command.ts';

/** What the screens of a session read with; what changes on the disk is followed. */
export function loadPorts({ root, config, clock, after }: CommandContext) {
  return {
    root,
    corpusRoots: config.eval?.corpus_roots ?? [],
    clock,
    unscoredMax: config.eval?.unscored_max ?? 0,
    after,
  };
}
