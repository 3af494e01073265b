import * as z from 'zod';

/** A crate that is built or was fresh (release.md 4.7). Diagnostics are no messages: cargo renders them to stderr. */
export type CargoArtifact = {
  readonly crate: string;
  readonly fresh: boolean;
  /** Path of the binary, where this is the one that was asked for. */
  readonly binary: string | undefined;
};

const artifact = z.object({
  reason: z.literal('compiler-artifact'),
  fresh: z.boolean(),
  executable: z.string().nullish(),
  target: z.object({ name: z.string(), kind: z.array(z.string()) }),
});

/** undefined for every other line, also one that is no JSON: build scripts may print to the same stream. */
export function readCargoArtifact(line: string, binary: string): CargoArtifact | undefined {
  if (!line.startsWith('{')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const built = artifact.safeParse(value);
  if (!built.success) return undefined;
  const { target, executable, fresh } = built.data;
  const isAsked = target.kind.includes('bin') && target.name === binary;
  return { crate: target.name, fresh, binary: isAsked ? (executable ?? undefined) : undefined };
}
