import type { CommandRecord } from '../../record.ts';

const RUN_FORMS =
  'an id, its first 4 or more characters, latest, latest-red, latest-green, prev or a directory';

export const runsCommands: readonly CommandRecord[] = [
  {
    path: ['runs', 'list'],
    summary: 'list the runs of this project, newest first',
    words: [],
    flags: [
      {
        name: 'limit',
        value: { form: 'int', min: 1, max: 100_000 },
        fallback: '50',
        summary: 'show at most this many runs',
      },
      {
        name: 'after',
        value: { form: 'text', metavar: 'ID' },
        summary: 'continue the list behind this run',
      },
      { name: 'all', value: { form: 'switch' }, excludes: ['limit'], summary: 'show every run' },
    ],
    examples: ['contextful runs list', 'contextful runs list --limit 5 --json'],
    exits: [
      [0, 'listed'],
      [2, 'usage, or no project'],
    ],
    writes: ['.contextful/index/runs.jsonl, derived and safe to delete'],
    reads: [],
    document: 'docs/runs.md',
    needs: 'root',
    mutates: false,
    load: async () => (await import('./list.ts')).listRuns,
  },
  {
    path: ['runs', 'show'],
    summary: 'show one run: verdict, figures, files',
    words: [{ name: 'RUN', summary: `${RUN_FORMS} (default latest)` }],
    flags: [
      { name: 'cases', value: { form: 'switch' }, summary: 'list its cases with their outcomes' },
      {
        name: 'pin',
        value: { form: 'switch' },
        excludes: ['unpin'],
        summary: 'keep it from ever being pruned',
      },
      { name: 'unpin', value: { form: 'switch' }, summary: 'take the pin away' },
    ],
    examples: ['contextful runs show', 'contextful runs show latest-red --cases'],
    exits: [
      [0, 'shown'],
      [2, 'usage, or no such run'],
      [3, 'the run is damaged'],
    ],
    writes: ['.contextful/runs/<id>/.pin with --pin'],
    reads: [],
    document: 'docs/runs.md',
    needs: 'root',
    mutates: false,
    load: async () => (await import('./show.ts')).showRun,
  },
  {
    path: ['runs', 'prune'],
    summary: 'delete old runs, never live, pinned or named ones',
    words: [],
    flags: [
      {
        name: 'keep',
        value: { form: 'int', min: 0, max: 100_000 },
        summary: 'keep the newest N runs',
      },
      { name: 'older-than', value: { form: 'span' }, summary: 'delete only runs older than this' },
      {
        name: 'interrupted',
        value: { form: 'switch' },
        summary: 'delete interrupted runs too, which could be resumed',
      },
    ],
    examples: [
      'contextful runs prune --keep 20 --plan',
      'contextful runs prune --keep 10 --older-than 30d --yes',
    ],
    exits: [
      [0, 'pruned, nothing to prune, or answered no'],
      [2, 'usage, or --yes is needed'],
    ],
    writes: ['.contextful/trash/ while it deletes'],
    reads: [],
    document: 'docs/runs.md',
    needs: 'config',
    mutates: true,
    load: async () => (await import('./prune.ts')).pruneRuns,
  },
];
