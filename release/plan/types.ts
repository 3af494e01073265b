import type { Digest } from '../../core/digest.ts';
import type { JsonObject } from '../../core/json.ts';

export type Builder = 'cargo' | 'zigbuild';

/** A named feature set of the one binary, and the targets that it ships for, in plan order. */
export type Profile = {
  readonly name: string;
  /** The part of the stem between name and version; empty where the stem has none. */
  readonly short: string;
  readonly features: readonly string[];
  readonly targets: readonly string[];
};

/** What `[release.target.<triple>]` says of one target; what it leaves out holds as for all others. */
export type TargetSettings = {
  readonly builder?: Builder;
  /** Highest glibc version that the binary may need, `2.17`. */
  readonly glibc?: string;
  readonly static?: boolean;
  /** Variables of the build. */
  readonly env: Readonly<Record<string, string>>;
  /** Runner label of the generated workflow. */
  readonly runner?: string;
  /** Highest minimum macOS that the binary may ask for, `11.0`. */
  readonly minMacos?: string;
};

/** One (profile, target) of the matrix, before anything is known of the machine that builds it. */
export type Cell = {
  /** `<profile>/<target>` */
  readonly id: string;
  readonly profile: string;
  readonly short: string;
  readonly target: string;
  readonly features: readonly string[];
  /** `<name>-<short>-<version>-<target>`; without `<short>-` where the short is empty. */
  readonly stem: string;
};

/** Name and compressed size that a profile may reach, in MiB. */
export type Budget = { readonly short: string; readonly mib: number };

/** One run of the binary inside the formula's test block; `files` are written to its folder first. */
export type FormulaTest = {
  readonly args: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Text that the output holds. */
  readonly expect?: string;
  readonly status: number;
};

/**
 * `[release]` with every default of release.md 2 filled in. A key whose default comes from elsewhere (the package's
 * manifest, the Dockerfile, git) is absent here when the file does not set it.
 */
export type ReleaseConfig = {
  readonly package: string;
  readonly binary: string;
  readonly name: string;
  readonly versionFrom: 'workspace' | 'package';
  readonly homepage?: string;
  readonly repository?: string;
  readonly description?: string;
  readonly license?: string;
  /** Extra archive members, relative to the root. */
  readonly files: readonly string[];
  readonly defaultProfile: string;
  /** Template with `{owner}`, `{repo}`, `{tag}`, without a trailing `/`. */
  readonly baseUrl: string;
  readonly profiles: readonly Profile[];
  readonly targets: ReadonlyMap<string, TargetSettings>;
  readonly build: {
    readonly builder: Builder;
    readonly jobs: number | 'auto';
    readonly timeoutS: number;
    readonly remapPaths: boolean;
    readonly passEpoch: boolean;
    readonly keepTarget: boolean;
    readonly minFreeGib: number;
    readonly passEnv: readonly string[];
  };
  readonly inputs: { readonly include: readonly string[]; readonly exclude: readonly string[] };
  readonly sbom: { readonly buildDeps: boolean };
  readonly budget: {
    readonly sizes: readonly Budget[];
    readonly codec: 'gzip-6' | 'zstd-19';
    readonly needed: readonly string[];
  };
  readonly formula: {
    readonly desc?: string;
    readonly tap?: string;
    readonly livecheck: boolean;
    readonly conflicts: boolean;
    readonly tests: readonly FormulaTest[];
  };
  readonly image: {
    readonly repository?: string;
    readonly dockerfile: string;
    /** `node`, `none`, or a path. */
    readonly caBundle: string;
    readonly caBundleSha256?: string;
    /** OCI platform and the triple whose cell fills it, in the order of the index. */
    readonly platforms: readonly { readonly platform: string; readonly target: string }[];
    readonly tags: readonly string[];
    readonly user?: string;
    readonly volume?: string;
    readonly entrypoint?: readonly string[];
  };
  readonly sign: {
    readonly trust: readonly string[];
    readonly threshold: number;
    readonly builderId: string;
  };
  readonly tag: {
    readonly prefix: string;
    readonly branch: string;
    readonly scheme: 'workspace' | 'milestones';
    readonly statusFile?: string;
    readonly sign: boolean;
  };
  readonly github: {
    readonly owner?: string;
    readonly repo?: string;
    readonly makeLatest: 'auto' | boolean;
    readonly concurrency: number;
    readonly apiUrl: string;
    readonly notes: string;
  };
  readonly workflow: {
    readonly path: string;
    /** `owner/action` → 40 hex digits. */
    readonly pins: ReadonlyMap<string, string>;
  };
};

/** What the manifests say of the package that is released, inheritance resolved. */
export type PackageFacts = {
  readonly name: string;
  readonly version: string;
  /** Below the root, `crates/cli/Cargo.toml`. */
  readonly manifest: string;
  readonly homepage?: string;
  readonly repository?: string;
  readonly description?: string;
  readonly license?: string;
};

export type EpochSource = 'flag' | 'SOURCE_DATE_EPOCH' | 'commit';

/** What has to be done for a cell: compile it, pack its kept binary again, nothing, or pack a given binary. */
export type CellState = 'build' | 'repack' | 'reuse' | 'prebuilt';

/** One input of a cell that is another than before; null where it was or is absent. */
export type ChangedInput = {
  /** Name in the input map, `lock.tinylog@0.2.1`. */
  readonly input: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Files of a tree that differ, `src/main.rs`; empty where nothing is known of them. */
  readonly files: readonly string[];
};

export type PlannedCell = Cell & {
  readonly builder: Builder | 'prebuilt';
  /** Without a machine's own paths: `<root>`, `<cargo-home>` stand for them. Empty for a prebuilt binary. */
  readonly argv: readonly string[];
  /** Names, sorted, of the variables that reach the build. */
  readonly env: readonly string[];
  /** Relative to the root; where CARGO_TARGET_DIR is set it starts with `<cargo-target-dir>`. */
  readonly targetDir: string;
  readonly expects: {
    readonly format: 'elf' | 'mach-o';
    readonly arch: string;
    readonly static: boolean;
    readonly glibcFloor: string | null;
  };
  /** File names in `--out`, in the order in which they are written (release.md 8.5). */
  readonly outputs: readonly string[];
  /** Input key, 64 hex digits. */
  readonly key: string;
  readonly state: CellState;
  readonly changed: readonly ChangedInput[];
};

export type PlannedImage = {
  readonly profile: string;
  readonly repository: string | null;
  readonly tags: readonly string[];
  readonly platforms: readonly { readonly platform: string; readonly cell: string }[];
};

/** The object that execution consumes and the TUI shows (release.md 3.5). Same tree and flags, same bytes. */
export type ReleasePlan = {
  readonly schemaVersion: 1;
  readonly kind: 'release-plan';
  readonly version: string;
  readonly tag: string;
  readonly commit: string | null;
  readonly dirty: boolean;
  /** Seconds since 1970. */
  readonly epoch: number;
  readonly epochSource: EpochSource;
  readonly defaultProfile: string;
  readonly cells: readonly PlannedCell[];
  /** Files that the fan-in writes, bytewise by name. */
  readonly aggregate: readonly string[];
  readonly images: readonly PlannedImage[];
  readonly publish: {
    readonly owner: string | null;
    readonly repo: string | null;
    readonly tag: string;
    readonly prerelease: boolean;
    /** Every asset of the release, bytewise by name. */
    readonly assets: readonly string[];
  };
};

/** One step of a plan, in the order of the phases. */
export type PlanStep =
  | { readonly step: 'build' | 'check' | 'pack'; readonly cell: string }
  | { readonly step: 'collect' | 'stage' | 'verify' | 'publish' | 'tap' };

export type CellPhase =
  | 'queued'
  | 'started'
  | 'stale'
  | 'reused'
  | 'compiled'
  | 'checked'
  | 'packed'
  | 'failed'
  | 'cancelled';

export type PlaceState = 'ok' | 'absent' | 'differs';

/** What happens in a release (release.md 23); sizes are bytes. */
export type ReleaseEventBody =
  | { readonly t: 'plan.ready'; readonly plan: Digest; readonly cells: readonly string[] }
  | { readonly t: 'cell.queued'; readonly cell: string }
  | { readonly t: 'cell.started'; readonly cell: string; readonly argv: readonly string[] }
  | { readonly t: 'cell.stale'; readonly cell: string; readonly changed: readonly ChangedInput[] }
  | { readonly t: 'cell.reused'; readonly cell: string; readonly how: 'reuse' | 'repack' | 'prebuilt' }
  | {
      readonly t: 'cell.artifact';
      readonly cell: string;
      readonly crate: string;
      readonly fresh: boolean;
      readonly done: number;
    }
  | { readonly t: 'cell.log'; readonly cell: string; readonly line: string }
  | { readonly t: 'cell.compiled'; readonly cell: string; readonly size: number }
  | { readonly t: 'cell.checked'; readonly cell: string; readonly facts: JsonObject }
  | {
      readonly t: 'cell.packed';
      readonly cell: string;
      readonly archive: string;
      readonly sha256: string;
      readonly size: number;
    }
  | { readonly t: 'cell.failed'; readonly cell: string; readonly refusal: JsonObject }
  | { readonly t: 'cell.cancelled'; readonly cell: string }
  | { readonly t: 'collect.file'; readonly name: string; readonly size: number; readonly sha256: string }
  | {
      readonly t: 'image.layer' | 'image.manifest' | 'image.index';
      readonly profile: string;
      readonly digest: Digest;
      readonly size: number;
    }
  | {
      readonly t: 'push.blob';
      readonly digest: Digest;
      readonly sent: number;
      readonly total: number;
      readonly how: 'skip' | 'mount' | 'upload' | 'resume';
    }
  | { readonly t: 'push.tag'; readonly tag: string; readonly digest: Digest }
  | {
      readonly t: 'github.asset';
      readonly name: string;
      readonly action: 'keep' | 'hash-remote' | 'upload' | 'replace' | 'delete';
      readonly sent: number;
      readonly total: number;
      readonly attempt: number;
    }
  | { readonly t: 'github.published'; readonly tag: string; readonly url: string }
  | {
      readonly t: 'verify.cell';
      readonly cell: string;
      readonly places: Readonly<Record<string, PlaceState>>;
    }
  | { readonly t: 'warning'; readonly cell?: string; readonly code: string; readonly message: string }
  | { readonly t: 'done'; readonly counts: Readonly<Record<string, number>>; readonly exit: number };

/** `at` only with `--timestamps`: RFC 3339. */
export type ReleaseEvent = ReleaseEventBody & { readonly seq: number; readonly at?: string };

/** Takes what happens; stamps are added by who listens. */
export type Emit = (event: ReleaseEventBody) => void;
