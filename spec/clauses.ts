import { readFile } from 'node:fs/promises';
import * as z from 'zod';

export const CLAUSE_AREAS = [
  'structure-tree',
  'test',
  'build',
  'release',
  'evaluate',
  'baseline',
  'backtest',
  'forecast',
  'packs',
  'gates',
  'cli',
  'tui',
] as const;

const shown = z.strictObject({
  /** A test file, relative to the root. */
  file: z.string().regex(/^test\/\S+\.test\.tsx?$/),
  /** Title of a `describe` or `test` in it, exactly as written. */
  test: z.string().min(1),
});

const common = {
  id: z.string().regex(/^(?:FR-\d{3}|[a-z]+(?:[.-][a-z0-9]+)+)$/),
  /** What is asked, in our words; one line. */
  statement: z
    .string()
    .min(1)
    .regex(/^[^\r\n]+$/),
  area: z.enum(CLAUSE_AREAS),
  /** File, or folder with a last `/`, where it is or will be built; relative to the root. */
  home: z.string().regex(/^(?!\/)(?!.*\.\.)\S+$/),
  /** Number of the issue that builds it. */
  issue: z.int().min(1).max(8),
};

const clause = z.discriminatedUnion('status', [
  z.strictObject({ ...common, status: z.literal('planned'), shownBy: z.array(shown).length(0) }),
  z.strictObject({ ...common, status: z.literal('built'), shownBy: z.array(shown).min(1) }),
]);

export type Clause = z.infer<typeof clause>;

const clauseList = z.array(clause).superRefine((clauses, context) => {
  const first = new Map<string, number>();
  for (const [index, { id }] of clauses.entries()) {
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, index);
    else context.addIssue({ code: 'custom', path: [index, 'id'], message: `${id} stands at ${earlier} too` });
  }
});

/**
 * The clauses of spec/clauses.json in the order of the file: the two seeds, then what we ask of ourselves.
 * Throws a ZodError for a record of the wrong shape or a repeated id, since the file is our own.
 */
export async function readClauses(file: string): Promise<readonly Clause[]> {
  return parseClauses(await readFile(file, 'utf8'));
}

export function parseClauses(text: string): readonly Clause[] {
  return clauseList.parse(JSON.parse(text));
}
