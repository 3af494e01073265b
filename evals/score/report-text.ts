import { createHash, type Hash } from 'node:crypto';
import { canonicalJson, documentJson } from '../../core/canonical-json.ts';
import { compareCodePoints } from '../../core/code-points.ts';
import type { Digest } from '../../core/digest.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { ReportHead } from './build-report.ts';
import type { JudgeCase, ReportCase, ReportDocument } from './report.ts';

/**
 * The bytes of documentJson(report) piece by piece, so that no text of 200,000 cases is ever whole. The cases
 * come first, by name: head is asked for when they have gone by, judged after that.
 */
export function* reportChunks(
  cases: Iterable<ReportCase>,
  head: () => ReportHead,
  judged: () => Iterable<JudgeCase>,
): Generator<string> {
  yield '{\n  "cases": ';
  yield* listChunks(cases, '  ');
  const members: JsonObject = head();
  for (const name of Object.keys(members).sort(compareCodePoints)) {
    yield `,\n  ${JSON.stringify(name)}: `;
    const value = members[name] ?? null;
    if (name === 'judge') yield* judgeChunks(value, judged());
    else yield indentedMember(value, '  ');
  }
  yield '\n}\n';
}

/** SHA-256 of the canonical report without what a clock or a price touches: equal inputs give an equal digest. */
export function figuresDigest(report: ReportDocument): Digest {
  const hash = createHash('sha256');
  const names = Object.keys(report)
    .filter(name => !UNSTABLE.has(name))
    .sort();
  const members: JsonObject = report;
  let separator = '{';
  for (const name of names) {
    hash.update(`${separator}${JSON.stringify(name)}:`);
    separator = ',';
    if (name === 'cases') hashCases(hash, report.cases);
    else
      hash.update(
        canonicalJson(name === 'judge' ? without(members[name], 'accounting') : (members[name] ?? null)),
      );
  }
  hash.update('}');
  return `sha256:${hash.digest('hex')}`;
}

const UNSTABLE: ReadonlySet<string> = new Set(['latency_ms', 'systems', 'replay']);

/** One case at a time: a canonical text of all cases would not fit into one string. */
function hashCases(hash: Hash, cases: readonly ReportCase[]): void {
  hash.update('[');
  for (const [i, one] of cases.entries())
    hash.update(`${i === 0 ? '' : ','}${canonicalJson(without(one, 'systems'))}`);
  hash.update(']');
}

function without(value: JsonValue | undefined, name: string): JsonValue {
  if (!isJsonObject(value)) return value ?? null;
  const rest: { [member: string]: JsonValue } = Object.create(null);
  for (const [member, kept] of Object.entries(value)) if (member !== name) rest[member] = kept;
  return rest;
}

function* judgeChunks(head: JsonValue, cases: Iterable<JudgeCase>): Generator<string> {
  const members = isJsonObject(head) ? head : {};
  const names = [...Object.keys(members), 'cases'].sort(compareCodePoints);
  let separator = '{\n    ';
  for (const name of names) {
    yield `${separator}${JSON.stringify(name)}: `;
    separator = ',\n    ';
    if (name === 'cases') yield* listChunks(cases, '    ');
    else yield indentedMember(members[name] ?? null, '    ');
  }
  yield '\n  }';
}

function* listChunks(items: Iterable<JsonObject>, indent: string): Generator<string> {
  let separator = '[';
  for (const item of items) {
    yield `${separator}\n${indent}  ${indentedMember(item, `${indent}  `)}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : `\n${indent}]`;
}

/** A value as documentJson writes it at an indent. Strings hold no raw line feed, so every one is layout. */
function indentedMember(value: JsonValue, indent: string): string {
  return documentJson(value).trimEnd().replaceAll('\n', `\n${indent}`);
}
