import { isJsonObject, type JsonValue } from '../../core/json.ts';
import { jsonPathText } from '../../core/strict-json/index.ts';
import { brokenRule } from './expectation.ts';
import { type CaseFault, shown, unknownMember } from './fault.ts';
import { normalForm } from './normal-form.ts';
import { isWrittenCase } from './quick-check.ts';
import { caseSchema, KNOWN_MEMBERS } from './schema.ts';
import type { EvalCase } from './types.ts';

export type ReadCase =
  | { readonly faults?: undefined; readonly case: EvalCase }
  | { readonly faults: readonly CaseFault[] };

type Issue = NonNullable<ReturnType<typeof caseSchema.safeParse>['error']>['issues'][number];

/** One parsed line to its normal form, or everything that is wrong with it, at most one fault per path. */
export function readCase(value: JsonValue): ReadCase {
  if (isWrittenCase(value)) return { case: normalForm(value) };
  const read = caseSchema.safeParse(value);
  if (read.success) return { case: normalForm(read.data) };
  const byPath = new Map<string, CaseFault>();
  for (const fault of read.error.issues.flatMap(issue => faultsOf(issue, value))) {
    if (!byPath.has(fault.path)) byPath.set(fault.path, fault);
  }
  return { faults: [...byPath.values()] };
}

function faultsOf(issue: Issue, value: JsonValue): readonly CaseFault[] {
  const steps = issue.path.map(step => (typeof step === 'symbol' ? String(step) : step));
  const path = jsonPathText(steps);
  if (issue.code === 'unrecognized_keys') {
    const known = KNOWN_MEMBERS.get(path) ?? [];
    return issue.keys.map(name => unknownMember(jsonPathText([...steps, name]), name, known));
  }
  const { reason, says, expected } = brokenRule(issue.message);
  const at = valueAt(value, steps);
  if (at === undefined) {
    const message = `${path} is missing`;
    return [{ path, reason: 'missing', found: 'nothing', expected, message }];
  }
  const found = shown(at);
  const quoted = found.trim() === '' ? '' : `: \`${found}\``;
  const message = `${path === '' ? 'the line' : path} ${says ?? `is not ${expected}`}${quoted}`;
  return [{ path, reason, found, expected, message }];
}

function valueAt(value: JsonValue, steps: readonly (string | number)[]): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const step of steps) {
    if (Array.isArray(at)) at = at[Number(step)];
    else at = isJsonObject(at) && Object.hasOwn(at, step) ? at[String(step)] : undefined;
  }
  return at;
}
