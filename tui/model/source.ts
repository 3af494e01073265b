import type { Refusal } from '../../core/refusal.ts';
import type { LinkQuery } from '../links.ts';
import type {
  CaseData,
  CasesData,
  CompareData,
  ExplainedFigure,
  RowData,
  RunData,
  RunsData,
} from './data.ts';
import type { LiveData } from './live-data.ts';

/** What a screen may ask for. Runs are named by their whole id. */
export type Resource =
  | {
      readonly kind: 'runs';
      readonly filter?: string | undefined;
      readonly sort?: string | undefined;
      readonly marks?: readonly string[] | undefined;
    }
  | { readonly kind: 'run'; readonly run: string; readonly vs?: string | undefined }
  | {
      readonly kind: 'cases';
      readonly run: string;
      readonly vs?: string | undefined;
      readonly filter?: string | undefined;
      readonly sort?: string | undefined;
      readonly marks?: readonly string[] | undefined;
    }
  | { readonly kind: 'case'; readonly run: string; readonly vs?: string | undefined; readonly id: string }
  | { readonly kind: 'explanations'; readonly run: string; readonly vs?: string | undefined }
  | { readonly kind: 'row'; readonly run: string; readonly id: string; readonly row: string }
  | { readonly kind: 'compare'; readonly a: string; readonly b: string }
  | { readonly kind: 'live'; readonly run: string };

/** The list of runs as its screen asks for it. */
export function runsAsked(
  { filter, sort }: LinkQuery,
  marks: readonly string[],
): Extract<Resource, { kind: 'runs' }> {
  return { kind: 'runs', filter, sort, marks: filter?.includes('marked') === true ? marks : undefined };
}

export type Loaded = {
  readonly runs: RunsData;
  readonly run: RunData;
  readonly cases: CasesData;
  readonly case: CaseData;
  /** Of the red figures of a run. */
  readonly explanations: readonly ExplainedFigure[];
  readonly row: RowData;
  readonly compare: CompareData;
  readonly live: LiveData;
};

/** Cases read or figures explained, of about how many. */
export type Progress = { readonly n: number; readonly of: number; readonly what?: 'figures' };

/**
 * What was loaded so far. Asking for what is not there starts its loading and gives undefined; screens say so and
 * are built again when it comes. Nothing here depends on the size of a run.
 */
export type Source = {
  readonly get: <R extends Resource>(resource: R) => Loaded[R['kind']] | undefined;
  /** Why a resource can't be had. */
  readonly failure: (resource: Resource) => Refusal | undefined;
  /** How far the loading of a resource is, where that is known. */
  readonly progress: (resource: Resource) => Progress | undefined;
  readonly loading: () => boolean;
  /** Resolves at the next time when something came or failed. */
  readonly settled: () => Promise<void>;
  readonly onChange: (listener: () => void) => void;
  /** Forgets everything that was read. */
  readonly reload: () => void;
};
