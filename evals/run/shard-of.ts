import { createHash } from 'node:crypto';

/** The shard, 1 to `of`, that a case id belongs to; adding a case moves no other (evaluate.md 13). */
export function shardOf(id: string, of: number): number {
  const first = createHash('sha256').update(id, 'utf8').digest().readBigUInt64BE(0);
  return 1 + Number(first % BigInt(of));
}
