import * as z from 'zod';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { Digest } from '../../core/digest.ts';
import { refuse } from '../../spec/refusals.ts';
import type { WrittenReference } from '../case/types.ts';
import type { ItemVerdict } from '../judge/judged-case.ts';
import type { LegFigures } from '../score/leg-figures.ts';
import { OUTCOMES } from '../score/outcome.ts';
import type { PerLeg, Report, ReportCase } from '../score/report.ts';
import { itemVerdictSchema, legFiguresSchema, perLeg, referenceSchema } from '../score/report-schema.ts';
import type { RunStamp } from '../score/run-stamp.ts';
import { digestSchema, runStampSchema } from '../score/stamp-schema.ts';
import type { CaseChanges } from './stamp.ts';

const SIDECAR_SCHEMA = 'contextful.eval.sidecar/1';

export type SidecarHeader = {
  readonly schema: typeof SIDECAR_SCHEMA;
  readonly run: RunStamp;
  /** Digest of the baseline that it was written beside; another one in the file means it is stale. */
  readonly baseline: Digest;
  readonly goldens: readonly string[];
};

type SidecarLeg = { readonly rows: readonly WrittenReference[]; readonly metrics: LegFigures };

export type SidecarCase = Pick<ReportCase, 'id' | 'digest' | 'tags' | 'outcome'> & {
  readonly legs: PerLeg<SidecarLeg>;
  readonly edges?: PerLeg<SidecarLeg>;
  readonly judged?: readonly ItemVerdict[];
};

export type Sidecar = { readonly header: SidecarHeader; readonly cases: readonly SidecarCase[] };

/** The per-case figures behind a baseline (scoring.md 15), line by line, cases in file order. */
export function* sidecarLines(
  report: Report,
  baseline: Digest,
  goldens: readonly string[],
): Generator<string> {
  const header: SidecarHeader = { schema: SIDECAR_SCHEMA, run: report.run, baseline, goldens };
  yield `${canonicalJson(header)}\n`;
  const verdicts = new Map<string, readonly ItemVerdict[]>();
  for (const one of report.judge?.cases ?? []) verdicts.set(one.id, one.verdicts);
  for (const one of report.cases) yield `${canonicalJson(sidecarCase(one, verdicts.get(one.id)))}\n`;
}

function sidecarCase(one: ReportCase, judged: readonly ItemVerdict[] | undefined): SidecarCase {
  return {
    id: one.id,
    digest: one.digest,
    tags: one.tags,
    outcome: one.outcome,
    legs: sidecarLegs(one.legs, one.metrics),
    ...(one.edge_metrics === undefined ? {} : { edges: sidecarLegs(one.edges ?? {}, one.edge_metrics) }),
    ...(judged === undefined ? {} : { judged }),
  };
}

function sidecarLegs(
  rows: PerLeg<readonly WrittenReference[]>,
  metrics: PerLeg<LegFigures>,
): PerLeg<SidecarLeg> {
  const { lexical, vector, hybrid } = metrics;
  return {
    ...(lexical === undefined ? {} : { lexical: { rows: rows.lexical ?? [], metrics: lexical } }),
    ...(vector === undefined ? {} : { vector: { rows: rows.vector ?? [], metrics: vector } }),
    ...(hybrid === undefined ? {} : { hybrid: { rows: rows.hybrid ?? [], metrics: hybrid } }),
  };
}

/** Throws ReportUnreadable naming line and member. */
export function parseSidecar(text: string, file: string): Sidecar {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const [first = '', ...rest] = lines;
  return {
    header: parseSidecarHeader(first, file),
    cases: rest.map((line, i) => parseSidecarCase(line, file, i + 2)),
  };
}

export function parseSidecarHeader(line: string, file: string): SidecarHeader {
  return parseLine(headerSchema, line, file, 1);
}

export function parseSidecarCase(line: string, file: string, number: number): SidecarCase {
  return parseLine(caseSchema, line, file, number);
}

/** Whether a sidecar stands beside another baseline than the one it was written with. */
export function isStale(sidecar: Pick<Sidecar, 'header'>, baseline: Digest): boolean {
  return sidecar.header.baseline !== baseline;
}

/** Ids that joined, left or changed since the sidecar was written, each in the order of its own list. */
export function caseChanges(
  sidecar: Sidecar,
  cases: Iterable<{ readonly id: string; readonly digest: Digest }>,
): CaseChanges {
  const then = new Map(sidecar.cases.map(({ id, digest }) => [id, digest]));
  const now = new Map<string, Digest>();
  for (const { id, digest } of cases) now.set(id, digest);
  return {
    added: [...now.keys()].filter(id => !then.has(id)),
    removed: [...then.keys()].filter(id => !now.has(id)),
    changed: [...now].filter(([id, digest]) => then.has(id) && then.get(id) !== digest).map(([id]) => id),
  };
}

function parseLine<T>(schema: z.ZodType<T>, line: string, file: string, number: number): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw refuse('ReportUnreadable', {
      message: `\`${file}\` holds a line that is not JSON`,
      place: { file, line: number },
      cause,
    });
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const member = issue?.path.map(String).join('.') ?? '';
  throw refuse('ReportUnreadable', {
    message: `\`${file}\` is no sidecar: ${member}: ${issue?.message ?? 'malformed'}`,
    place: { file, line: number, path: member },
    facts: { member },
  });
}

const legSchema = z.strictObject({ rows: z.array(referenceSchema), metrics: legFiguresSchema });

const headerSchema: z.ZodType<SidecarHeader> = z.strictObject({
  schema: z.literal(SIDECAR_SCHEMA),
  run: runStampSchema,
  baseline: digestSchema,
  goldens: z.array(z.string()),
});

const caseSchema: z.ZodType<SidecarCase> = z.strictObject({
  id: z.string(),
  digest: digestSchema,
  tags: z.array(z.string()),
  outcome: z.enum(OUTCOMES),
  legs: perLeg(legSchema),
  edges: perLeg(legSchema).exactOptional(),
  judged: z.array(itemVerdictSchema).exactOptional(),
});
