import { DEFAULT_RANKING } from '../store/port.ts';
import { STORE_ADAPTERS } from './adapters.ts';
import { type EvaluationRequest, NO_CHECKS } from './request.ts';

/**
 * What a run asks of which only the folder and its case files are given: as a bare `eval run` on the device, but of the
 * memory store on one thread. For tests, benches and made-up runs; the command line says everything itself.
 */
export function plainRequest(root: string, goldens: readonly string[], pid: number): EvaluationRequest {
  return {
    root,
    goldens,
    k: 10,
    seed: 1592590456n,
    landedAt: 0n,
    zone: 'local:device',
    agent: 'agent://local',
    credential: { token: null, publicKeyFile: null, audience: null },
    corpusRoots: [],
    store: { adapter: 'memory', memory: '512MiB', threads: 1 },
    adapters: STORE_ADAPTERS,
    ranking: DEFAULT_RANKING,
    defaultRows: null,
    edgeSurface: null,
    contextWindow: 128_000,
    filter: null,
    limit: null,
    strictGoldens: false,
    floors: [],
    baseline: null,
    updateBaseline: false,
    raiseExcept: [],
    unscoredMax: 0,
    failFast: false,
    withoutEffect: [],
    checkpoint: null,
    resume: null,
    fsync: 'batch',
    keepStore: false,
    storeCache: null,
    checks: NO_CHECKS,
    trecOut: null,
    report: null,
    outputs: [],
    pid,
    commandLine: ['contextful', 'eval', 'run'],
  };
}
