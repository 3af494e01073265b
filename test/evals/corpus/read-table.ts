import { inspectTable, landRows, openCorpus } from '../../../evals/corpus/index.ts';
import { createStubEmbedder } from '../../../evals/retrieve/stub-embedder.ts';

/** A child process of its own, so that its memory is that of the reader: project directory in, counts out. */
const [project = ''] = process.argv.slice(2);
const roots = { project, corpusRoots: [], shownFrom: project };
const corpus = await openCorpus('../corpora/c', { caseFileDir: `${project}/evals/cases`, roots });
const embed = createStubEmbedder();
let landed = 0;
let inspected = 0;
for (const table of corpus.tables) {
  const found = await inspectTable(table);
  inspected += found.rows;
  for await (const row of landRows(found, { embed })) landed += row.deleted ? 0 : 1;
}
const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(JSON.stringify({ inspected, landed, peakMiB }));
