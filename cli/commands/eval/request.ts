import { resolve } from 'node:path';
import { envValue } from '../../../core/context.ts';
import { shownPath } from '../../../core/shown-path.ts';
import { STORE_ADAPTERS, type StoreName } from '../../../evals/run/adapters.ts';
import type { CaseFilter, CheckRequest, EvaluationRequest, RunOutput } from '../../../evals/run/request.ts';
import { DEFAULT_RANKING, type Ranking } from '../../../evals/store/port.ts';
import { refuse } from '../../../spec/refusals.ts';
import type { CommandContext } from '../../command.ts';
import type { Settings } from '../../settings.ts';
import { version } from '../../version.ts';
import { configFloors } from './config-floors.ts';
import { modelFlags } from './model-flags.ts';

/** Flags, environment and file, merged, as the one value that an evaluation is asked with. */
export function evaluationRequest(
  context: CommandContext,
  settings: Settings,
  outputs: readonly RunOutput[],
): EvaluationRequest {
  const { root, cwd, config } = context;
  const own = config.eval ?? {};
  const path = (flag: string): string | null => {
    const value = settings.text(flag);
    return value === undefined ? null : shownPath(value, cwd);
  };
  return {
    root,
    goldens: settings.texts('goldens').map(file => shownPath(file, cwd)),
    k: settings.number('k') ?? 10,
    seed: settings.bigint('seed') ?? 0n,
    landedAt: settings.bigint('landed-at') ?? 0n,
    zone: settings.text('zone') ?? null,
    agent: settings.text('agent') ?? 'agent://local',
    credential: {
      token: envValue(context, 'CONTEXTFUL_TOKEN') ?? null,
      publicKeyFile: settings.text('public-key') ?? null,
      audience: settings.text('audience') ?? null,
    },
    corpusRoots: own.corpus_roots ?? [],
    store: {
      adapter: storeName(settings.text('store')),
      memory: storeMemory(own.store),
      threads: settings.number('threads') ?? context.threads,
    },
    adapters: STORE_ADAPTERS,
    ranking: rankingOf(settings, own.ranking),
    defaultRows: own.policy?.default_rows ?? null,
    edgeSurface: edgeSurface(own.edge_surface),
    contextWindow: settings.number('context-window') ?? 128_000,
    filter: caseFilter(settings.text('only'), cwd),
    limit: settings.number('limit') ?? null,
    strictGoldens: settings.on('strict-goldens'),
    floors: configFloors(context),
    baseline: settings.on('floors-only') ? null : path('baseline'),
    updateBaseline: settings.on('update-baseline'),
    raiseExcept: own.raise_except ?? [],
    unscoredMax: settings.number('max-unscored') ?? 0,
    failFast: settings.on('fail-fast'),
    withoutEffect: modelFlags
      .filter(({ name }) => settings.origin(name)?.from === 'flag')
      .map(({ name }) => `--${name}`),
    checkpoint: path('checkpoint'),
    resume: settings.text('resume') ?? null,
    fsync: own.fsync ?? 'batch',
    keepStore: settings.on('keep-store'),
    storeCache: settings.on('no-store-cache')
      ? null
      : { maxBytes: cacheBytes(own.store), program: `contextful ${version} node ${context.nodeVersion}` },
    checks: checkRequest(settings),
    trecOut: path('trec-out'),
    report: path('report'),
    outputs,
    pid: context.pid,
    commandLine: context.commandLine,
  };
}

type EvalConfig = NonNullable<CommandContext['config']['eval']>;

function storeMemory(store: EvalConfig['store']): string {
  return (typeof store === 'object' ? store.memory : undefined) ?? '1GiB';
}

const POWERS = new Map([
  ['M', 2],
  ['G', 3],
  ['T', 4],
]);
const DEFAULT_CACHE_BYTES = 8 * 1024 ** 3;

/** A number of bytes, or a size as `memory` is written: GB is 10^9, GiB 2^30. */
function cacheBytes(store: EvalConfig['store']): number {
  const given = typeof store === 'object' ? store.cache_bytes : undefined;
  if (given === undefined) return DEFAULT_CACHE_BYTES;
  if (typeof given === 'number') return given;
  const [, amount = '0', unit = '', binary = ''] = /^([\d.]+) ?([MGT])(i?)B$/.exec(given) ?? [];
  return Math.floor(Number(amount) * (binary === '' ? 1000 : 1024) ** (POWERS.get(unit) ?? 0));
}

function storeName(text: string | undefined): StoreName {
  return text === 'memory' ? 'memory' : 'duckdb';
}

function checkRequest(settings: Settings): CheckRequest {
  const also = settings.text('also');
  if (also !== undefined && also === settings.text('store')) {
    throw refuse('UsageConflict', {
      message: `\`--also ${also}\` names the store that the run is on`,
      found: also,
      want: 'another store',
      facts: { flags: ['--also', '--store'] },
    });
  }
  return {
    also: also === undefined ? null : storeName(also),
    repeat: settings.number('repeat-check') ?? null,
    prove: settings.on('prove'),
    canary: settings.on('canary'),
  };
}

function rankingOf(settings: Settings, own: EvalConfig['ranking'] = {}): Ranking {
  const [vector = 60, lexical = 40] = (settings.text('weights') ?? '60:40').split(':').map(Number);
  const calibration = settings.text('calibration');
  return {
    k1: own.k1 ?? DEFAULT_RANKING.k1,
    b: own.b ?? DEFAULT_RANKING.b,
    floor: own.floor ?? DEFAULT_RANKING.floor,
    maxTokens: own.max_tokens ?? DEFAULT_RANKING.maxTokens,
    weights: { vector, lexical },
    calibration: calibration === 'min-max' || calibration === 'rrf' ? calibration : 'reciprocal-rank',
    candidates: settings.text('candidates') === 'window' ? 'window' : 'full',
    statistics: settings.text('statistics') === 'visible' ? 'visible' : 'passed',
  };
}

function edgeSurface(text: string | undefined): 'engine' | null {
  if (text === undefined || text === '') return null;
  if (text === 'engine') return 'engine';
  throw refuse('ConfigInvalid', {
    message: `\`eval.edge_surface\` names the retriever \`${text}\`, which this version does not have`,
    found: text,
    want: 'engine, or an empty text for none',
    facts: { kind: 'bad-value', path: 'eval.edge_surface' },
  });
}

function caseFilter(text: string | undefined, cwd: string): CaseFilter | null {
  if (text === undefined) return null;
  if (text === 'failed') return { kind: 'outcome', outcome: 'fail' };
  if (text === 'error') return { kind: 'outcome', outcome: 'error' };
  const [kind, value] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];
  if (kind === 'tag' && value !== '') return { kind: 'tag', tag: value };
  if (kind === 'id' && value !== '') return { kind: 'id', id: value };
  if (kind === 'ids' && value !== '') return { kind: 'ids', file: resolve(cwd, value) };
  throw refuse('UsageBadValue', {
    message: `\`--only\` does not know \`${text}\``,
    found: text,
    want: 'failed, error, tag=TAG, id=ID or ids=FILE',
    hint: 'for example --only tag=temporal',
    facts: { flag: '--only', text },
  });
}
