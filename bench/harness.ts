/** What one round of a subject gave, by name: milliseconds, bytes or counts. */
export type Figures = { readonly [name: string]: number };

/** One side of a comparison. */
export type Subject = { readonly name: string; readonly run: () => Promise<Figures> };

/** Rounds by subject; round i of every subject ran next to the others of that number. */
export type Samples = ReadonlyMap<string, readonly Figures[]>;

/** One line of the result. A ratio where there is a peer, else a value against a limit of its own. */
export type Line = {
  readonly what: string;
  readonly unit: 'ms' | 'us' | 'MB' | 'MB/s' | 'B' | 'kB';
  readonly ours: number;
  readonly peer: { readonly name: string; readonly value: number } | null;
  /** ours to peer: the median over the rounds of each round's own ratio. */
  readonly ratio: number | null;
  readonly budget: Budget | null;
};

export type Budget = { readonly of: 'ratio' | 'value'; readonly atMost?: number; readonly atLeast?: number };

export type Place = {
  /** The project, and a folder for everything that a measurement writes. */
  readonly root: string;
  readonly work: string;
  readonly rounds: number;
  /** Divides sizes, to try a measurement out. */
  readonly shrink: number;
  readonly worker: string;
};

export type Measurement = { readonly name: string; readonly run: (place: Place) => Promise<readonly Line[]> };

/**
 * Runs all subjects once per round, each round beginning with another one, so that a machine that slows down
 * slows all of them. One round before the first is thrown away: it fills the file cache.
 */
export async function interleave(
  rounds: number,
  subjects: readonly Subject[],
  warmUp = true,
): Promise<Samples> {
  const samples = new Map<string, Figures[]>(subjects.map(({ name }) => [name, []]));
  for (let round = warmUp ? -1 : 0; round < rounds; round += 1) {
    for (let i = 0; i < subjects.length; i += 1) {
      const subject = subjects[(i + round + 1) % subjects.length];
      if (subject === undefined) continue;
      const figures = await subject.run();
      if (round >= 0) samples.get(subject.name)?.push(figures);
    }
  }
  return samples;
}

type Comparison = Pick<Line, 'what' | 'unit'> & {
  readonly ours: readonly [subject: string, figure: string];
  readonly peer: readonly [subject: string, figure: string];
  readonly peerName?: string;
  readonly budget?: Budget;
};

export function compare(samples: Samples, { what, unit, ours, peer, peerName, budget }: Comparison): Line {
  const [own, other] = [series(samples, ours), series(samples, peer)];
  return {
    what,
    unit,
    ours: median(own),
    peer: { name: peerName ?? peer[0], value: median(other) },
    ratio: median(own.map((value, round) => value / (other[round] ?? Number.NaN))),
    budget: budget ?? null,
  };
}

/** A value that has a limit of its own. */
export function absolute(
  samples: Samples,
  line: Pick<Line, 'what' | 'unit'> & { readonly ours: readonly [string, string]; readonly budget?: Budget },
): Line {
  const { what, unit, ours, budget } = line;
  return { what, unit, ours: median(series(samples, ours)), peer: null, ratio: null, budget: budget ?? null };
}

export function atMost(ratio: number): Budget {
  return { of: 'ratio', atMost: ratio };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

function series(samples: Samples, [subject, figure]: readonly [string, string]): readonly number[] {
  const rounds = samples.get(subject);
  if (rounds === undefined || rounds.length === 0) throw new RangeError(`no round of ${subject}`);
  return rounds.map(figures => {
    const value = figures[figure];
    if (value === undefined) throw new RangeError(`${subject} gave no ${figure}`);
    return value;
  });
}
