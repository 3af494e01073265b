import type { Node } from 'jsonc-parser';
import { type Digest, digestOf } from '../../core/digest.ts';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import { lineAt, strictTree } from '../score/json-place.ts';
import { type BaselineEntry, readEntry } from './baseline-entry.ts';
import { type BaselineStamp, baselineStampSchema } from './stamp.ts';
import { throwFirst } from './throw-first.ts';

/** A baseline as it was read; text: its exact text, which a raise splices. Entries in file order. */
export type BaselineFile = {
  readonly file: string;
  readonly text: string;
  readonly digest: Digest;
  readonly stamp: BaselineStamp;
  readonly stampLine: number;
  readonly entries: readonly BaselineEntry[];
};

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Reads a baseline (scoring.md 8). Throws BaselinePathUnresolved with path, reason and file:line of the first
 * fault in the order of the section; the others stand in facts.more. file: as messages name it.
 */
export function parseBaseline(bytes: Uint8Array, file: string): BaselineFile {
  const text = decode(bytes, file);
  const tree = strictTree(text);
  if (!('root' in tree)) throw fault(file, text, tree.faultAt, '', 'is not JSON');
  const { root } = tree;
  if (root.type !== 'object') throw fault(file, text, root.offset, '', 'is no JSON object');
  const members = (root.children ?? []).flatMap(memberOf);
  const faults: Refusal[] = [...repeatedKeys(root, '')].map(({ route, offset }) =>
    fault(file, text, offset, route, `\`${route}\` stands twice`),
  );
  const stampNode = members.find(({ name }) => name === '_run');
  const stamp = readStamp(stampNode?.value, file, text, faults);
  const entries: BaselineEntry[] = [];
  for (const { name, value, offset } of members) {
    if (name === '_run') continue;
    const read = readEntry(name, value, lineAt(text, offset));
    if ('reason' in read) faults.push(fault(file, text, offset, name, read.reason, read.nearest));
    else entries.push(read);
  }
  throwFirst(faults);
  if (stamp === undefined || stampNode === undefined) throw fault(file, text, 0, '_run', '`_run` is missing');
  return { file, text, digest: digestOf(text), stamp, stampLine: lineAt(text, stampNode.offset), entries };
}

type Member = { readonly name: string; readonly value: Node; readonly offset: number };

function decode(bytes: Uint8Array, file: string): string {
  if (bytes.length > MAX_BYTES) throw fault(file, '', 0, '', 'is larger than 8 MiB');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fault(file, '', 0, '', 'is not UTF-8 text');
  }
  if (text.startsWith('\ufeff')) throw fault(file, text, 0, '', 'begins with a byte order mark');
  return text;
}

function memberOf(property: Node): Member[] {
  const [key, value] = property.children ?? [];
  if (key === undefined || value === undefined || typeof key.value !== 'string') return [];
  return [{ name: key.value, value, offset: key.offset }];
}

/** Every key that its object holds already, as a dotted route from the top. */
function* repeatedKeys(node: Node, route: string): Generator<{ route: string; offset: number }> {
  const seen = new Set<string>();
  for (const [i, child] of (node.children ?? []).entries()) {
    if (node.type === 'array') {
      yield* repeatedKeys(child, join(route, String(i)));
      continue;
    }
    for (const { name, value, offset } of memberOf(child)) {
      if (seen.has(name)) yield { route: join(route, name), offset };
      seen.add(name);
      yield* repeatedKeys(value, join(route, name));
    }
  }
}

function join(route: string, name: string): string {
  return route === '' ? name : `${route}.${name}`;
}

function readStamp(
  node: Node | undefined,
  file: string,
  text: string,
  faults: Refusal[],
): BaselineStamp | undefined {
  if (node === undefined) {
    faults.push(fault(file, text, 0, '_run', '`_run` is missing'));
    return undefined;
  }
  // Parsed again from its own text: the tree's values lose a member named __proto__.
  const read = baselineStampSchema.safeParse(JSON.parse(text.slice(node.offset, node.offset + node.length)));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const member = ['_run', ...(issue?.path ?? []), ...unknown].map(String).join('.');
  faults.push(
    fault(
      file,
      text,
      node.offset,
      '_run',
      `\`${member}\` is malformed: ${issue?.message ?? 'not of its form'}`,
    ),
  );
  return undefined;
}

function fault(
  file: string,
  text: string,
  offset: number,
  path: string,
  reason: string,
  nearest?: string,
): Refusal {
  return refuse('BaselinePathUnresolved', {
    message: path === '' ? `\`${file}\` ${reason}` : reason,
    place: { file, line: lineAt(text, offset), path },
    hint: nearest === undefined ? undefined : `did you mean ${nearest}?`,
    facts: { path, reason, stage: 'parse', ...(nearest === undefined ? {} : { nearest }) },
  });
}
