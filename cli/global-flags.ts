import type { FlagRecord } from './record.ts';

/** Flags that every command takes, before or after its words (tui-cli.md 3). No other short flags exist. */
export const globalFlags: readonly FlagRecord[] = [
  { name: 'help', short: 'h', value: { form: 'switch' }, summary: 'show this page' },
  { name: 'version', short: 'V', value: { form: 'switch' }, summary: 'show the version' },
  { name: 'json', value: { form: 'switch' }, summary: 'print one JSON document on stdout' },
  {
    name: 'events',
    value: { form: 'switch' },
    env: 'CONTEXTFUL_EVENTS',
    summary: 'print typed events as JSON Lines on stderr',
  },
  {
    name: 'color',
    value: { form: 'choice', of: ['auto', 'always', 'never'] },
    config: ['cli.color'],
    fallback: 'auto',
    summary: 'colour of output; --no-color is never',
  },
  {
    name: 'quiet',
    short: 'q',
    value: { form: 'switch' },
    excludes: ['verbose'],
    summary: 'no progress and no notes',
  },
  { name: 'verbose', short: 'v', value: { form: 'count' }, summary: 'say more; twice: with stacks' },
  {
    name: 'config',
    value: { form: 'path', metavar: 'FILE' },
    env: 'CONTEXTFUL_CONFIG',
    summary: 'the contextful.toml to read',
  },
  {
    name: 'root',
    short: 'C',
    value: { form: 'path', metavar: 'DIR' },
    env: 'CONTEXTFUL_ROOT',
    summary: 'the project directory',
  },
  { name: 'yes', short: 'y', value: { form: 'switch' }, summary: 'answer every question with yes' },
  { name: 'no-input', value: { form: 'switch' }, summary: 'never ask' },
  { name: 'no-progress', value: { form: 'switch' }, summary: 'no progress lines' },
];

/** Offered by every command that writes; `--dry-run` is the same. */
export const planFlag: FlagRecord = {
  name: 'plan',
  value: { form: 'switch' },
  summary: 'print what would be done and stop (alias --dry-run)',
};

/** Other spellings of a flag. */
export const flagAliases: ReadonlyMap<string, string> = new Map([['dry-run', 'plan']]);
