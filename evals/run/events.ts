import { canonicalJson } from '../../core/canonical-json.ts';
import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { Place } from '../../core/refusal.ts';
import type { Leg } from '../store/port.ts';

export const PROGRESS_PHASES = ['land', 'run', 'compare', 'repeat', 'prove', 'canary', 'grid'] as const;

/** What happens in a run (evaluate.md 11.3). `t` names the kind; stamps are added by the recorder. */
export type RunEventBody =
  | { readonly t: 'run.started'; readonly goldens: readonly string[] }
  | { readonly t: 'run.planned'; readonly plan: string; readonly cases: number; readonly corpora: number }
  | { readonly t: 'run.opened'; readonly run: string; readonly directory: string }
  | { readonly t: 'run.resumed'; readonly finished: number; readonly of: number; readonly journal: string }
  | {
      readonly t: 'corpus.reading';
      readonly corpus: string;
      readonly table: string;
      readonly bytes: number;
      readonly of: number;
    }
  | { readonly t: 'corpus.landed'; readonly corpus: string; readonly rows: number }
  | {
      readonly t: 'corpus.folded';
      readonly corpus: string;
      readonly versions: number;
      readonly postings: number;
    }
  | {
      readonly t: 'store.ready';
      readonly adapter: string;
      readonly version: string;
      readonly cached: boolean;
    }
  | {
      readonly t: 'leg.end';
      readonly case: string;
      readonly leg: Leg;
      readonly rows: number;
      readonly wall_ms: number;
    }
  | { readonly t: 'leg.failed'; readonly case: string; readonly leg: Leg; readonly refusal: JsonObject }
  | { readonly t: 'case.read'; readonly case: string }
  | {
      readonly t: 'case.end';
      readonly case: string;
      readonly ordinal: number;
      readonly outcome: string;
      readonly place: { readonly file: string; readonly line: number };
    }
  | { readonly t: 'case.held'; readonly case: string; readonly ordinal: number }
  | {
      readonly t: 'run.progress';
      readonly phase: (typeof PROGRESS_PHASES)[number];
      readonly done: number;
      readonly of: number;
      readonly elapsed_ms: number;
    }
  | {
      readonly t: 'run.warning';
      readonly code: string;
      readonly message: string;
      /** Absent: the warning is about the run as a whole. */
      readonly place?: Place;
      readonly facts: JsonObject;
    }
  | { readonly t: 'run.floor-checked'; readonly path: string; readonly holds: boolean }
  | { readonly t: 'run.baseline-compared'; readonly path: string; readonly outcome: string }
  | { readonly t: 'run.raised'; readonly moved: readonly string[] }
  | { readonly t: 'run.interrupted'; readonly resume: string }
  | { readonly t: 'run.report'; readonly path: string; readonly digest: string }
  | { readonly t: 'run.output-written'; readonly path: string }
  | {
      readonly t: 'run.verdict';
      readonly ok: boolean;
      readonly outcome: string;
      readonly lines: readonly string[];
    }
  | {
      /** Of a check of the run itself. */
      readonly t: 'run.finding';
      readonly check: string;
      readonly case: string | null;
      readonly message: string;
    }
  | { readonly t: 'run.end'; readonly exit: number };

export type RunEvent = RunEventBody & { readonly seq: number; readonly at: string };

/** One line of events.jsonl: `t`, `seq` and `at` first, as people read them. */
export function eventLine(event: RunEvent): string {
  const { t, seq, at, ...rest } = event;
  const members = Object.entries(rest as Record<string, JsonValue>).map(
    ([name, value]) => `,${JSON.stringify(name)}:${canonicalJson(value)}`,
  );
  return `{"t":${JSON.stringify(t)},"seq":${seq},"at":${JSON.stringify(at)}${members.join('')}}`;
}
