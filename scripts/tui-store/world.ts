import type { Leg } from '../../evals/store/port.ts';

/** What is wrong with a run, or right with it. */
export const CAUSES = [
  'cjk',
  'leak',
  'window',
  'fusion',
  'improved',
  'other-k',
  'down',
  'noise',
  'none',
] as const;
export type Cause = (typeof CAUSES)[number];
/** Causes that make a run red against the baseline of an untouched one. */
export const RED_CAUSES = ['cjk', 'leak', 'window', 'fusion'] as const satisfies readonly Cause[];

export type WorldCase = {
  readonly ordinal: number;
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly tags: readonly string[];
  readonly gold: readonly WorldRow[];
  readonly forbidden: WorldRow | null;
  readonly since: string | null;
  readonly mustAbstain: boolean;
};

export type WorldRow = { readonly table: string; readonly key: string };
export type WorldLeg = readonly (WorldRow & { readonly inWindow: boolean })[] | { readonly error: string };

export const TABLES = { notes: 400, wire: 300, cjk: 60, payroll: 40 } as const;
const NAMES = { notes: 'supplier_notes', wire: 'news/wire', cjk: 'kb/cjk', payroll: 'hr/payroll' } as const;

export function worldRow(table: keyof typeof TABLES, n: number): WorldRow {
  const at = ((n % TABLES[table]) + TABLES[table]) % TABLES[table];
  return { table: NAMES[table], key: `${table.slice(0, 1)}-${String(at).padStart(4, '0')}` };
}

/** Case `ordinal` of a world; equal seeds give equal cases. */
export function worldCase(seed: number, ordinal: number): WorldCase {
  const kind = kindOf(ordinal);
  const { tag, gold } = KINDS[kind](mix(seed, ordinal, 1));
  const place = PLACES[mix(seed, ordinal, 2) % PLACES.length] ?? 'harbour';
  const goods = GOODS[mix(seed, ordinal, 3) % GOODS.length] ?? 'valves';
  const number = String(ordinal).padStart(4, '0');
  return {
    ordinal,
    id: `${kind}-${number}`,
    question:
      kind === 'cjk'
        ? `${place}駅の営業時間は何時ですか ${number}`
        : `Which supplier delivers ${goods} to the ${place} plant? (${number})`,
    answer: `Supplier ${number} delivers ${goods}.`,
    tags: [tag],
    gold,
    forbidden: kind === 'guard' ? worldRow('payroll', ordinal) : null,
    since: kind === 'fresh' ? '2030-01-01T00:00:00Z' : null,
    mustAbstain: kind === 'silent',
  };
}

type Kind = 'edge-chain' | 'cjk' | 'fresh' | 'guard' | 'multi' | 'silent' | 'deep';
const CYCLE: readonly Kind[] = [
  'edge-chain',
  'cjk',
  'edge-chain',
  'fresh',
  'edge-chain',
  'cjk',
  'edge-chain',
  'multi',
  'guard',
  'deep',
];

function kindOf(ordinal: number): Kind {
  if (ordinal % 50 === 49) return 'silent';
  return CYCLE[ordinal % CYCLE.length] ?? 'deep';
}

const KINDS: {
  readonly [kind in Kind]: (n: number) => { readonly tag: string; readonly gold: readonly WorldRow[] };
} = {
  'edge-chain': n => ({ tag: 'chain', gold: [worldRow('notes', n)] }),
  cjk: n => ({ tag: 'cjk', gold: [worldRow('cjk', n)] }),
  fresh: n => ({ tag: 'temporal', gold: [worldRow('wire', n)] }),
  guard: n => ({ tag: 'regression', gold: [worldRow('notes', n)] }),
  multi: n => ({ tag: 'multi', gold: [worldRow('notes', n), worldRow('wire', n)] }),
  silent: () => ({ tag: 'abstain', gold: [] }),
  deep: n => ({ tag: 'deep', gold: [worldRow('notes', n)] }),
};

const PLACES = ['northern', 'coastal', 'harbour', 'mountain', 'river', 'eastern'];
const GOODS = ['valves', 'bearings', 'cables', 'pumps', 'gaskets'];

/** What the three legs return for a case in a run. */
export function worldLegs(
  seed: number,
  one: WorldCase,
  cause: Cause,
  k: number,
): { readonly [leg in Leg]: WorldLeg } {
  const luck = (salt: number): number => mix(seed, one.ordinal, salt);
  const silent = one.mustAbstain;
  const isLost = luck(4) % 12 === 0 && !(cause === 'improved' && luck(5) % 2 === 0);
  const lexical = isLost ? null : luck(6) % 5 === 0 ? 2 : 1;
  const vector = isLost ? null : luck(7) % 4 === 0 ? 3 : 1;
  const hybrid = lexical === null || vector === null ? null : Math.min(lexical, vector);
  const ranks = broken({ lexical, vector, hybrid }, one, cause, luck);
  if (cause === 'down' && luck(8) % 10 === 0) {
    return {
      lexical: rowsOf(one, ranks.lexical, 11, k, 0),
      vector: { error: 'endpoint_unreachable' },
      hybrid: { error: 'endpoint_unreachable' },
    };
  }
  const stale = cause === 'window' && one.since !== null ? 3 : 0;
  const leg = (rank: number | null, salt: number): WorldLeg => rowsOf(one, rank, salt, k, stale);
  const legs = {
    lexical: silent ? [] : leg(ranks.lexical, 11),
    vector: leg(ranks.vector, 12),
    hybrid: silent ? [] : leg(ranks.hybrid, 13),
  };
  if (cause !== 'leak' || one.forbidden === null || luck(9) % 4 !== 0) return legs;
  const leaked = { ...one.forbidden, inWindow: true };
  return { ...legs, lexical: withSecond(legs.lexical, leaked), hybrid: withSecond(legs.hybrid, leaked) };
}

type Ranks = { readonly [leg in Leg]: number | null };

/** Where the gold stands once the cause has had its way. */
function broken(ranks: Ranks, one: WorldCase, cause: Cause, luck: (salt: number) => number): Ranks {
  const [tag] = one.tags;
  if (cause === 'cjk' && tag === 'cjk' && luck(20) % 2 === 0)
    return { ...ranks, lexical: null, hybrid: null };
  if (cause === 'fusion' && tag === 'chain' && luck(21) % 5 === 0) return { ...ranks, hybrid: null };
  if (cause === 'window' && tag === 'temporal') {
    return luck(22) % 2 === 0
      ? { lexical: null, vector: null, hybrid: null }
      : { lexical: 4, vector: 5, hybrid: 4 };
  }
  if (cause === 'noise' && luck(23) % 200 === 0 && ranks.hybrid !== null) return { ...ranks, hybrid: 3 };
  return ranks;
}

/** k rows with the gold from `rank` on, each row once; the first `stale` of them outside the window. */
function rowsOf(one: WorldCase, rank: number | null, salt: number, k: number, stale: number): WorldLeg {
  const start = mix(salt, one.ordinal, 31);
  const isTaken = (row: WorldRow): boolean =>
    one.gold.some(({ table, key }) => row.table === table && row.key === key);
  const rows: (WorldRow & { inWindow: boolean })[] = [];
  for (let n = 0; rows.length < k; n += 1) {
    const filler = worldRow('notes', start + n);
    if (!isTaken(filler)) rows.push({ ...filler, inWindow: rows.length >= stale });
  }
  if (rank === null) return rows;
  const gold = one.gold.map(row => ({ ...row, inWindow: true }));
  return [...rows.slice(0, rank - 1), ...gold, ...rows.slice(rank - 1)].slice(0, k);
}

function withSecond(leg: WorldLeg, row: WorldRow & { readonly inWindow: boolean }): WorldLeg {
  return 'error' in leg ? leg : [...leg.slice(0, 1), row, ...leg.slice(1, -1)];
}

/** 32 bits out of three numbers. */
export function mix(seed: number, ordinal: number, salt: number): number {
  let hash =
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(ordinal + 1, 0xc2b2ae35) ^
    Math.imul(salt, 0x27d4eb2f);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}
