import type { Figures } from './harness.ts';

/** What a subject is told: sizes, and paths of what was generated for it. */
export type Task = { readonly file: string; readonly rows: number; readonly work: string };

export type Run = (task: Task) => Figures | Promise<Figures>;

/** A module loads with its own subjects alone, so that no side holds the other's code in memory. */
const SUBJECTS: { readonly [name: string]: () => Promise<Run> } = {
  'own-load': async () => (await import('./subjects/own-store.ts')).loadTimed,
  'own-lexical': async () => (await import('./subjects/own-store.ts')).lexicalTimed,
  'own-hybrid': async () => (await import('./subjects/own-store.ts')).hybridTimed,
  'sqlite-load': async () => (await import('./subjects/sqlite.ts')).loadTimed,
  'sqlite-lexical': async () => (await import('./subjects/sqlite.ts')).lexicalTimed,
  'sqlite-hybrid': async () => (await import('./subjects/sqlite.ts')).hybridTimed,
  'minisearch-load': async () => (await import('./subjects/minisearch.ts')).loadTimed,
  'minisearch-lexical': async () => (await import('./subjects/minisearch.ts')).lexicalTimed,
  'minisearch-hybrid': async () => (await import('./subjects/minisearch.ts')).hybridTimed,
  'own-reader': async () => (await import('./subjects/reader.ts')).strictTimed,
  'json-reader': async () => (await import('./subjects/reader.ts')).parseTimed,
  'own-cases': async () => (await import('./subjects/cases.ts')).loadTimed,
  'json-cases': async () => (await import('./subjects/cases.ts')).parseTimed,
  'own-metrics': async () => (await import('./subjects/scored-rows.ts')).scoreTimed,
  'json-rows': async () => (await import('./subjects/scored-rows.ts')).parseTimed,
  'own-bootstrap': async () => (await import('./subjects/bootstrap.ts')).limbsTimed,
  'bigint-bootstrap': async () => (await import('./subjects/bootstrap.ts')).bigintTimed,
  'own-journal': async () => (await import('./subjects/journal.ts')).inspectTimed,
  'json-journal': async () => (await import('./subjects/journal.ts')).walkTimed,
  'own-report': async () => (await import('./subjects/journal.ts')).reportTimed,
};

const [name = '', options = '{}'] = process.argv.slice(2);
const load = SUBJECTS[name];
if (load === undefined) throw new RangeError(`no subject ${name}`);
const { file = '', rows = 0, work = '' }: Partial<Task> = JSON.parse(options);
const run = await load();
const figures = await run({ file, rows, work });
const usage = process.resourceUsage();
const peakMb = usage.maxRSS / 1024;
const cpuMs = (usage.userCPUTime + usage.systemCPUTime) / 1000;
process.stdout.write(`${JSON.stringify({ ...figures, peakMb, cpuMs })}\n`);
