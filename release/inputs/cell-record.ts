import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { documentJson } from '../../core/canonical-json.ts';
import { sha256Hex } from '../../core/digest.ts';
import { releaseJson } from './canonical.ts';
import type { InputMap, TreeFiles } from './key.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const cellRecord = z.object({
  schemaVersion: z.literal(1),
  cell: z.string(),
  key: digest,
  inputs: z.record(z.string(), z.string()),
  files: z.record(z.string(), z.record(z.string(), z.string())),
  binary: z.object({ sha256: digest, size: z.int().min(0) }),
  pack: digest,
  outputs: z.record(z.string(), digest),
  reusable: z.boolean(),
});

/** What the last build of a cell left, at `.contextful/release/cells/<profile>/<target>.json` (release.md 5.4). */
export type CellRecord = {
  readonly cell: string;
  readonly key: string;
  readonly inputs: InputMap;
  readonly files: TreeFiles;
  /** The kept binary beside the record. */
  readonly binary: { readonly sha256: string; readonly size: number };
  /** Digest of what only packing depends on. */
  readonly pack: string;
  /** SHA-256 by file name in `--out`. */
  readonly outputs: ReadonlyMap<string, string>;
  /** False while the build reads files that its key does not cover. */
  readonly reusable: boolean;
};

export function recordPath(root: string, cell: string): string {
  return join(root, '.contextful', 'release', 'cells', `${cell}.json`);
}

/** undefined where there is none, and where it is torn or of another version: then the cell is built. */
export async function readCellRecord(root: string, cell: string): Promise<CellRecord | undefined> {
  const text = await readFile(recordPath(root, cell), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const read = cellRecord.safeParse(parsed(text));
  if (!read.success || read.data.cell !== cell) return undefined;
  const { inputs, files, outputs, schemaVersion: _, ...rest } = read.data;
  return {
    ...rest,
    inputs: new Map(Object.entries(inputs)),
    files: new Map(Object.entries(files).map(([name, tree]) => [name, new Map(Object.entries(tree))])),
    outputs: new Map(Object.entries(outputs)),
  };
}

export function cellRecordText(record: CellRecord): string {
  return documentJson({
    ...record,
    schemaVersion: 1,
    inputs: plain(record.inputs),
    files: plain(new Map([...record.files].map(([name, tree]) => [name, plain(tree)]))),
    outputs: plain(record.outputs),
  });
}

/** What an archive depends on beside its binary. */
export type PackInputs = {
  readonly version: string;
  readonly epoch: number;
  readonly signed: boolean;
  /** `<mode> <sha256>` of the extra members by path. */
  readonly members: ReadonlyMap<string, string>;
};

export function packKey({ version, epoch, signed, members }: PackInputs): string {
  return sha256Hex(`contextful-pack-v1\n${releaseJson({ version, epoch, signed, members: plain(members) })}`);
}

/** A null prototype, since a crate may hold a file named `__proto__`. */
function plain<Value>(map: ReadonlyMap<string, Value>): Record<string, Value> {
  const object: Record<string, Value> = Object.create(null);
  for (const [name, value] of map) object[name] = value;
  return object;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
