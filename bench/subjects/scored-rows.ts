import { indexTruth, scoreLeg } from '../../evals/score/leg-figures.ts';
import type { CaseTruth, Row } from '../../evals/score/read.ts';
import { Splitmix64 } from '../../evals/stats/splitmix64.ts';
import type { Figures } from '../harness.ts';
import { timed } from '../timed.ts';
import type { Task } from '../worker.ts';

const ROWS = 100;
const K = 10;
const PASSES = 3;

type Topic = { readonly truth: CaseTruth; readonly rows: readonly Row[] };

/** The nine metrics of one leg over so many lists of 100 rows; the last of three passes, when the code is compiled. */
export async function scoreTimed({ rows: topics }: Task): Promise<Figures> {
  const all = Array.from(topicsOf(topics));
  let figures: Figures = {};
  for (let pass = 0; pass < PASSES; pass += 1) {
    const [ms, sum] = await timed(() =>
      all.reduce((total, { truth, rows }) => {
        const { figures: found } = scoreLeg(rows, indexTruth(truth), K);
        return total + (found.ndcg_at_k ?? 0);
      }, 0),
    );
    if (sum === 0) throw new Error('nothing was found');
    figures = { ms };
  }
  return figures;
}

/** JSON.parse of the text of the same rows, one text per list. */
export async function parseTimed({ rows: topics }: Task): Promise<Figures> {
  const texts = Array.from(topicsOf(topics), ({ rows }) => JSON.stringify(rows));
  let figures: Figures = {};
  for (let pass = 0; pass < PASSES; pass += 1) {
    const [ms, count] = await timed(() =>
      texts.reduce((total, text) => total + (Array.isArray(JSON.parse(text)) ? 1 : 0), 0),
    );
    figures = { ms, count };
  }
  return figures;
}

/** Lists with 5 relevant rows each, of which most are found; a forbidden row, a bound, some repeats. */
function* topicsOf(count: number): Generator<Topic> {
  const random = new Splitmix64(7n);
  for (let topic = 0; topic < count; topic += 1) {
    const rows = Array.from({ length: ROWS }, (_, at) => ({
      table: 'kb/articles',
      key: `a-${random.index(100_000)}`,
      in_window: random.index(10) > 0,
      score: Math.floor((ROWS - at) / 2) / 8,
    }));
    const pick = () => rows[random.index(ROWS)] ?? { table: 'kb/articles', key: 'none' };
    yield {
      rows,
      truth: {
        tags: ['regression'],
        artifacts: [pick(), pick(), pick(), pick(), { table: 'kb/articles', key: 'absent' }],
        edges: [],
        mustNotRetrieve: [{ table: 'kb/articles', key: 'forbidden' }],
        mustCite: [],
        mustAbstain: false,
        answer: null,
        timeAnchor: null,
        since: '2030-01-01T00:00:00Z',
      },
    };
  }
}
