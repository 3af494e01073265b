import type { JsonObject } from '../../core/json.ts';
import { numberAt, objectAt, textsAt } from './case-facts.ts';
import type { IndexBytes } from './column-files.ts';
import { FIGURE_COLUMNS } from './layout.ts';

/** A mean by metric path; absent: no case has the figure. */
type SidecarMeans = { readonly [path: string]: number | null };

/** `means.words.json`: '' and each slice prefix; `means.f64`: the 27 means of each, NaN where no case has the figure. */
export const MEANS_FILES = { prefixes: 'means.words.json', values: 'means.f64' } as const;

/** Sums the figures of lines that go by, whole and by slice, in file order. */
export function meansOfLines() {
  const sums = new Map<string, Float64Array>([['', new Float64Array(FIGURE_COLUMNS.length * 2)]]);
  return {
    /** report: the line in the form of a report's case. */
    add: (report: JsonObject | undefined): void => {
      const metrics = objectAt(report, 'metrics');
      const values = FIGURE_COLUMNS.map(column => {
        const [leg = '', metric = ''] = column.split('.');
        return numberAt(objectAt(metrics, leg), metric);
      });
      for (const prefix of ['', ...textsAt(report, 'tags').map(tag => `slices.${tag}.`)]) {
        addValues(sums, prefix, values);
      }
    },
    files: (): { readonly [file: string]: Buffer } => {
      const values = new Float64Array(sums.size * FIGURE_COLUMNS.length);
      let at = 0;
      for (const sum of sums.values()) {
        for (let i = 0; i < FIGURE_COLUMNS.length; i += 1, at += 1) {
          values[at] = (sum[i * 2] ?? 0) / (sum[i * 2 + 1] ?? 0);
        }
      }
      return {
        [MEANS_FILES.prefixes]: Buffer.from(JSON.stringify([...sums.keys()])),
        [MEANS_FILES.values]: Buffer.from(values.buffer),
      };
    },
  };
}

function addValues(sums: Map<string, Float64Array>, prefix: string, values: readonly number[]): void {
  const sum = sums.get(prefix) ?? new Float64Array(FIGURE_COLUMNS.length * 2);
  sums.set(prefix, sum);
  for (const [i, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    sum[i * 2] = (sum[i * 2] ?? 0) + value;
    sum[i * 2 + 1] = (sum[i * 2 + 1] ?? 0) + 1;
  }
}

export function readMeans(bytes: IndexBytes): SidecarMeans {
  const prefixes: unknown = JSON.parse(bytes.whole(MEANS_FILES.prefixes)?.toString('utf8') ?? '[]');
  const whole = bytes.whole(MEANS_FILES.values) ?? Buffer.alloc(0);
  const values = new Float64Array(whole.buffer, whole.byteOffset, Math.floor(whole.length / 8));
  const means: Record<string, number> = {};
  for (const [row, prefix] of (Array.isArray(prefixes) ? prefixes : []).entries()) {
    for (const [i, column] of FIGURE_COLUMNS.entries()) {
      const mean = values[row * FIGURE_COLUMNS.length + i] ?? Number.NaN;
      if (!Number.isNaN(mean)) means[`${prefix}retrieval.${column}`] = mean;
    }
  }
  return means;
}
