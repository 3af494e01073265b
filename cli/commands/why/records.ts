import type { CommandRecord } from '../../record.ts';

export const whyCommands: readonly CommandRecord[] = [
  {
    path: ['why'],
    summary: 'say in a few lines why a run is red',
    words: [
      {
        name: 'RUN',
        summary: 'an id, its first 4 or more characters, latest, latest-red (default latest)',
      },
    ],
    flags: [],
    examples: ['contextful why', 'contextful why latest-red --json'],
    exits: [
      [0, 'the run is green'],
      [1, 'the run is red'],
      [2, 'usage, or no such run'],
      [3, 'the run could not measure, or is damaged'],
      [4, 'the run was not comparable'],
      [130, 'the run was interrupted'],
    ],
    writes: [],
    reads: [],
    document: 'docs/explain.md',
    needs: 'root',
    mutates: false,
    load: async () => (await import('./why.ts')).why,
  },
];
