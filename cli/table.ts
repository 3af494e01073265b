import { evalCommands } from './commands/eval/records.ts';
import { runsCommands } from './commands/runs/records.ts';
import { tuiCommands } from './commands/tui/records.ts';
import { whyCommands } from './commands/why/records.ts';
import type { CommandRecord, GroupRecord } from './record.ts';

/** Words that only hold commands, in the order in which help lists them. */
export const groups: readonly GroupRecord[] = [
  { path: ['eval'], summary: 'evaluate a retrieval system and judge the result' },
  { path: ['eval', 'baseline'], summary: 'the figures that a run is held against' },
  { path: ['runs'], summary: 'look at finished runs and tidy them up' },
];

/** Every command there is. An area adds its records here and its handlers below commands/<area>/. */
export const commands: readonly CommandRecord[] = [
  ...evalCommands,
  ...runsCommands,
  ...whyCommands,
  ...tuiCommands,
];
