import { readFileSync } from 'node:fs';
import { loadCases } from '../../evals/case/load.ts';
import type { Figures } from '../harness.ts';
import { timed } from '../timed.ts';
import type { Task } from '../worker.ts';

/** Reads and checks a whole case file. */
export async function loadTimed({ file, work }: Task): Promise<Figures> {
  const [loadMs, set] = await timed(() => loadCases({ cwd: work, files: [file] }));
  return { loadMs, cases: set.cases.length };
}

/** JSON.parse of each line, all values kept. */
export async function parseTimed({ file }: Task): Promise<Figures> {
  const [loadMs, values] = await timed((): readonly unknown[] =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line)),
  );
  return { loadMs, cases: values.length };
}
