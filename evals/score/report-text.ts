import { canonicalJson, documentJson } from '../../core/canonical-json.ts';
import { compareCodePoints } from '../../core/code-points.ts';
import type { Digest } from '../../core/digest.ts';
import { indentInto, newLineInto } from '../../core/indented-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { FiguresHash } from './figures-hash.ts';
import { caseText, type ItemText, judgedText } from './item-text.ts';
import { headOf, type Report, type ReportHead } from './report.ts';

/** The parts of a report in the order in which its text needs them: cases stand first, by name. */
export type ReportParts = {
  readonly cases: Iterable<ItemText>;
  /** Asked for once the cases have gone by. */
  readonly head: () => ReportHead;
  /** Asked for after the head. */
  readonly judged: () => Iterable<ItemText>;
};

export type ReportText = {
  /** The text of documentJson of the report, piece by piece; to be taken once, bytes before the next piece is made. */
  readonly chunks: Iterable<string | Uint8Array>;
  /**
   * Of what has gone by, so it is asked for behind the last piece: SHA-256 of the canonical report without what a
   * clock or a price touches. Equal inputs give an equal digest.
   */
  readonly digest: () => Digest;
};

/** Text and figures digest in one pass (scoring.md 17), so that no text of 200,000 cases is ever whole. */
export function reportText(parts: ReportParts): ReportText {
  const figures = new FiguresHash();
  return { chunks: documentChunks(parts, figures), digest: () => figures.digest() };
}

export function figuresDigest(report: Report): Digest {
  const { chunks, digest } = reportText({
    cases: textsOf(report.cases, caseText),
    head: () => headOf(report),
    judged: () => textsOf(report.judge?.cases ?? [], judgedText),
  });
  for (const _chunk of chunks);
  return digest();
}

/** Members whose values a clock or a price touches. */
const UNSTABLE: ReadonlySet<string> = new Set(['latency_ms', 'systems', 'replay']);

function* textsOf<Item>(items: Iterable<Item>, text: (item: Item) => ItemText): Generator<ItemText> {
  for (const item of items) yield text(item);
}

/** Lists and objects that are open where an item of a list stands. */
const [CASES_DEPTH, JUDGED_DEPTH] = [2, 3];

function* documentChunks(
  { cases, head, judged }: ReportParts,
  figures: FiguresHash,
): Generator<string | Uint8Array> {
  figures.add('{"cases":');
  yield '{\n  "cases": ';
  yield* listChunks(cases, CASES_DEPTH, figures);
  const members: JsonObject = head();
  for (const name of Object.keys(members).sort(compareCodePoints)) {
    const value = members[name] ?? null;
    const isStable = !UNSTABLE.has(name);
    if (isStable) figures.add(`,${JSON.stringify(name)}:`);
    yield `,\n  ${JSON.stringify(name)}: `;
    if (name === 'judge' && isJsonObject(value)) yield* judgeChunks(value, judged(), figures);
    else {
      if (isStable) figures.add(canonicalJson(value));
      yield indentedMember(value, '  ');
    }
  }
  figures.add('}');
  yield '\n}\n';
}

function* judgeChunks(
  head: JsonObject,
  cases: Iterable<ItemText>,
  figures: FiguresHash,
): Generator<string | Uint8Array> {
  let [open, comma] = ['{\n    ', '{'];
  for (const name of [...Object.keys(head), 'cases'].sort(compareCodePoints)) {
    const value = head[name] ?? null;
    const isStable = name !== 'accounting';
    if (isStable) {
      figures.add(`${comma}${JSON.stringify(name)}:`);
      comma = ',';
    }
    yield `${open}${JSON.stringify(name)}: `;
    open = ',\n    ';
    if (name === 'cases') yield* listChunks(cases, JUDGED_DEPTH, figures);
    else {
      if (isStable) figures.add(canonicalJson(value));
      yield indentedMember(value, '    ');
    }
  }
  figures.add('}');
  yield '\n  }';
}

function* listChunks(
  items: Iterable<ItemText>,
  depth: number,
  figures: FiguresHash,
): Generator<string | Uint8Array> {
  let text: Uint8Array = Buffer.alloc(1 << 16);
  let comma = '[';
  for (const item of items) {
    figures.add(comma);
    const [head = NOTHING, tail = NOTHING] = figures.add(item.head, item.tail);
    const parts = [head, Buffer.from(item.unstable), tail];
    let end = itemInto(text, comma, parts, depth);
    if (end > text.length) {
      text = Buffer.alloc(end);
      end = itemInto(text, comma, parts, depth);
    }
    yield text.subarray(0, end);
    comma = ',';
  }
  figures.add(comma === '[' ? '[]' : ']');
  yield comma === '[' ? '[]' : `\n${'  '.repeat(depth - 1)}]`;
}

const NOTHING = new Uint8Array();

/** Gives where the text ends or would end. */
function itemInto(text: Uint8Array, before: string, parts: readonly Uint8Array[], depth: number): number {
  text[0] = before.charCodeAt(0);
  let end = newLineInto(text, 1, depth);
  let open = depth;
  for (const part of parts) {
    end = indentInto(part, text, end, open);
    // The others stand inside the item.
    open = depth + 1;
  }
  return end;
}

/** A value as documentJson writes it at an indent. Strings hold no raw line feed, so every one is layout. */
function indentedMember(value: JsonValue, indent: string): string {
  return documentJson(value).trimEnd().replaceAll('\n', `\n${indent}`);
}
