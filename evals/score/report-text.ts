import { createHash, type Hash } from 'node:crypto';
import { canonicalJson, documentJson } from '../../core/canonical-json.ts';
import { compareCodePoints } from '../../core/code-points.ts';
import type { Digest } from '../../core/digest.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { headOf, type JudgeCase, type Report, type ReportCase, type ReportHead } from './report.ts';
import { orderedCase, orderedJudgeCase } from './report-order.ts';

/** The parts of a report in the order in which its text needs them: cases stand first, by name. */
export type ReportParts = {
  readonly cases: Iterable<ReportCase>;
  /** Asked for once the cases have gone by. */
  readonly head: () => ReportHead;
  /** Asked for after the head. */
  readonly judged: () => Iterable<JudgeCase>;
};

export type ReportText = {
  /** The bytes of documentJson of the report, piece by piece; to be taken once. */
  readonly chunks: Iterable<string>;
  /**
   * Of what has gone by, so it is asked for behind the last piece: SHA-256 of the canonical report without what a
   * clock or a price touches. Equal inputs give an equal digest.
   */
  readonly digest: () => Digest;
};

/** Text and figures digest in one pass (scoring.md 17), so that no text of 200,000 cases is ever whole. */
export function reportText(parts: ReportParts): ReportText {
  const figures = createHash('sha256');
  return {
    chunks: documentChunks(parts, figures),
    digest: () => `sha256:${figures.copy().digest('hex')}`,
  };
}

export function figuresDigest(report: Report): Digest {
  const { chunks, digest } = reportText({
    cases: report.cases,
    head: () => headOf(report),
    judged: () => report.judge?.cases ?? [],
  });
  for (const _chunk of chunks);
  return digest();
}

/** Members whose values a clock or a price touches. */
const UNSTABLE: ReadonlySet<string> = new Set(['latency_ms', 'systems', 'replay']);

const CASES: ListForm<ReportCase> = { depth: 2, ordered: orderedCase, unstable: 'systems' };
const JUDGED: ListForm<JudgeCase> = { depth: 3, ordered: orderedJudgeCase, unstable: null };

function* documentChunks({ cases, head, judged }: ReportParts, figures: Hash): Generator<string> {
  figures.update('{"cases":');
  yield '{\n  "cases": ';
  yield* listChunks(cases, CASES, figures);
  const members: JsonObject = head();
  for (const name of Object.keys(members).sort(compareCodePoints)) {
    const value = members[name] ?? null;
    const isStable = !UNSTABLE.has(name);
    if (isStable) figures.update(`,${JSON.stringify(name)}:`);
    yield `,\n  ${JSON.stringify(name)}: `;
    if (name === 'judge' && isJsonObject(value)) yield* judgeChunks(value, judged(), figures);
    else {
      if (isStable) figures.update(canonicalJson(value));
      yield indentedMember(value, '  ');
    }
  }
  figures.update('}');
  yield '\n}\n';
}

function* judgeChunks(head: JsonObject, cases: Iterable<JudgeCase>, figures: Hash): Generator<string> {
  let [open, comma] = ['{\n    ', '{'];
  for (const name of [...Object.keys(head), 'cases'].sort(compareCodePoints)) {
    const value = head[name] ?? null;
    const isStable = name !== 'accounting';
    if (isStable) {
      figures.update(`${comma}${JSON.stringify(name)}:`);
      comma = ',';
    }
    yield `${open}${JSON.stringify(name)}: `;
    open = ',\n    ';
    if (name === 'cases') yield* listChunks(cases, JUDGED, figures);
    else {
      if (isStable) figures.update(canonicalJson(value));
      yield indentedMember(value, '    ');
    }
  }
  figures.update('}');
  yield '\n  }';
}

type ListForm<Item> = {
  /** Steps of two spaces before an item. */
  readonly depth: number;
  /** The item with its members in code-point order. */
  readonly ordered: (item: Item) => object;
  /** The member that the digest leaves out. */
  readonly unstable: string | null;
};

function* listChunks<Item>(
  items: Iterable<Item>,
  { depth, ordered, unstable }: ListForm<Item>,
  figures: Hash,
): Generator<string> {
  let [open, comma] = ['[\n', '['];
  for (const item of items) {
    const members = ordered(item);
    const stable = unstable === null ? members : { ...members, [unstable]: undefined };
    figures.update(comma + JSON.stringify(stable));
    yield open + listedItem(members, depth);
    [open, comma] = [',\n', ','];
  }
  figures.update(comma === '[' ? '[]' : ']');
  yield comma === '[' ? '[]' : `\n${'  '.repeat(depth - 1)}]`;
}

/** An item as it stands in a list at a depth: lists around it give the indent and are cut away. */
function listedItem(item: object, depth: number): string {
  let nested: unknown = item;
  for (let step = 0; step < depth; step += 1) nested = [nested];
  // Before it an opening bracket per list, behind it a closing one, each on a line of its own.
  const cut = depth * '[\n'.length + depth * (depth - 1);
  return JSON.stringify(nested, null, 2).slice(cut, -cut);
}

/** A value as documentJson writes it at an indent. Strings hold no raw line feed, so every one is layout. */
function indentedMember(value: JsonValue, indent: string): string {
  return documentJson(value).trimEnd().replaceAll('\n', `\n${indent}`);
}
