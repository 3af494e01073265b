import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import type { Evaluation } from '../../evals/run/evaluate.ts';
import type { EvaluationRequest } from '../../evals/run/request.ts';
import { DEFAULT_RANKING, LEGS, type Ranking } from '../../evals/store/port.ts';
import {
  copyNativeProject,
  NATIVE_BASELINE,
  NATIVE_CASES,
  NATIVE_DECLARATION,
  type NativeProject,
  onStore,
  runNative,
} from '../support/native-project.ts';
import { saboteurs } from '../support/saboteurs.ts';

const DUCKDB = { store: { adapter: 'duckdb', memory: '512MiB', threads: 2 } } as const;
const WINDOW: Ranking = { ...DEFAULT_RANKING, candidates: 'window' };

const projects: NativeProject[] = [];

afterEach(() => {
  for (const project of projects.splice(0)) project.remove();
});

function nativeProject(): NativeProject {
  const project = copyNativeProject();
  projects.push(project);
  return project;
}

/** The paths of the reds that are floors, in the order of the verdict. */
function redFloors({ verdict }: Evaluation): readonly string[] {
  return verdict.reds.filter(({ kind }) => kind === 'floor').map(({ path }) => path);
}

/** What the verdict says of one floor; undefined: it is not red. */
function redAt({ verdict }: Evaluation, path: string) {
  const red = verdict.reds.find(each => each.path === path);
  return red === undefined ? undefined : { measured: red.measured, cases: red.cases.map(({ id }) => id) };
}

/** What a report says of retrieval, without what it says of the session and the engine. */
function figuresOf({ report }: Evaluation) {
  const { retrieval, edge_retrieval, slices, cases, tally, judge } = report;
  return { retrieval, edge_retrieval, slices, cases, tally, judge };
}

describe('assurance.baseline.native-gate: the native set', () => {
  test('is green against its floors and its baseline, with exact figures', async () => {
    const { report, verdict } = await runNative(nativeProject());
    expect(verdict).toMatchObject({ outcome: 'green', exit: 0, reds: [], baseline: { verdict: 'held' } });
    for (const leg of ['lexical', 'hybrid'] as const) {
      for (const metric of ['recall_at_k', 'r_precision', 'ndcg_at_k', 'reciprocal_rank'] as const) {
        expect(report.retrieval[leg]?.[metric]).toMatchObject({ n: 71, mean: 1, min: 1 });
        expect(report.edge_retrieval?.[leg]?.[metric]).toMatchObject({ n: 4, mean: 1, min: 1 });
      }
      expect(report.retrieval[leg]?.forbidden_row_rate).toMatchObject({ n: 8, max: 0 });
      expect(report.retrieval[leg]?.abstention_rate).toMatchObject({ n: 7, mean: 1 });
    }
    expect(report).toMatchObject({ n_cases: 81, outcomes: { pass: 81 } });
    expect(report.harness?.goldens).toEqual({ unknown_rows: 0, forbidden_absent: 0, undated: 0 });
  });

  test('the embedded store gives the figures of the plain one', async () => {
    const project = nativeProject();
    const plain = await runNative(project);
    const embedded = await runNative(project, DUCKDB);
    expect(embedded.verdict).toMatchObject({ outcome: 'green', exit: 0 });
    expect(figuresOf(embedded)).toEqual(figuresOf(plain));
  });

  test('a credential of the premises gives the figures of the device', async () => {
    const project = nativeProject();
    const device = await runNative(project);
    const premises = await runNative(project, {
      ...(await credential(project, 'on-prem:hq')),
      baseline: null,
    });
    expect(premises.verdict).toMatchObject({ outcome: 'green', exit: 0 });
    expect(figuresOf(premises)).toEqual(figuresOf(device));
    expect(premises.report.run.read).not.toBe(device.report.run.read);
  });

  test('a raise leaves the baseline of a green run as it is', async () => {
    const project = nativeProject();
    const before = readFileSync(join(project.root, NATIVE_BASELINE), 'utf8');
    const { verdict } = await runNative(project, { updateBaseline: true });
    expect(verdict).toMatchObject({ outcome: 'green', raised: [] });
    expect(readFileSync(join(project.root, NATIVE_BASELINE), 'utf8')).toBe(before);
  });

  test('its page has a row for each table and names each floor’s tag', async () => {
    const page = readFileSync(new URL('../../evals/README.md', import.meta.url), 'utf8');
    const project = nativeProject();
    const tables = [
      ...readFileSync(join(project.root, NATIVE_DECLARATION), 'utf8').matchAll(/^name = "(.+)"$/gm),
    ];
    const floors = [
      ...readFileSync(join(project.root, 'contextful.toml'), 'utf8').matchAll(/^path = "slices\.([^.]+)/gm),
    ];
    expect([tables.length, floors.length]).toEqual([17, 17]);
    expect(tables.map(([, name]) => name).filter(name => !page.includes(`\n| \`${name}\` |`))).toEqual([]);
    expect(floors.map(([, tag]) => tag).filter(tag => !page.includes(`\`${tag}\`)`))).toEqual([]);
  });
});

describe('assurance.evaluate.through-the-store: a store that is wrong turns the native set red', () => {
  const owners = ['owner-ballast', 'owner-choir', 'owner-crane', 'owner-lantern'];
  const zones = ['zone-amber', 'zone-tariff'];
  const letters = ['letter-foghorn', 'letter-goat', 'letter-sundial', 'letter-weathercock'];
  const edges = ['edge-both', 'edge-charts', 'edge-divers', 'edge-lamp-oil'];
  const silent = ['silent-0', 'silent-1', 'silent-2', 'silent-3', 'silent-4'];

  const traps: readonly (readonly [
    keyof typeof saboteurs,
    path: string,
    measured: number,
    cases: readonly string[],
  ])[] = [
    ['reversing', 'slices.zone.r_precision.mean', 0, zones],
    ['reversing', 'slices.injection.r_precision.mean', 0, letters],
    ['admitting', 'retrieval.hybrid.forbidden_row_rate.max', 0.5, [...owners, ...zones]],
    ['zoneless', 'retrieval.hybrid.forbidden_row_rate.max', 0.4, zones],
    ['unbounded', 'slices.as-of.recall_at_k.mean', 0.5, ['asof-bicycles', 'asof-smoking']],
    [
      'unbounded',
      'retrieval.hybrid.duplicate_row_rate.max',
      0.5,
      ['valid-barley', 'valid-lies', 'valid-oranges'],
    ],
    ['foldingFirst', 'slices.as-of.recall_at_k.mean', 0.25, ['asof-bicycles', 'asof-dogs', 'asof-smoking']],
    [
      'timeless',
      'slices.temporal.recall_at_k.mean',
      0,
      ['fresh-bridge', 'fresh-ferry', 'fresh-museum', 'fresh-quota', 'fresh-strike', 'fresh-water'],
    ],
    [
      'substringMatching',
      'slices.word.retrieval.lexical.r_precision.mean',
      8 / 14,
      ['word-ice', 'word-only-art', 'word-only-ear', 'word-only-ice', 'word-only-port', 'word-only-rail'],
    ],
    [
      'exactTokens',
      'slices.plural.retrieval.lexical.recall_at_k.mean',
      0.25,
      ['plural-barge', 'plural-tanker', 'word-glass'],
    ],
    [
      'truncatingCjk',
      'slices.cjk.retrieval.lexical.recall_at_k.mean',
      0,
      ['cjk-bronze', 'cjk-crane', 'cjk-ice', 'cjk-leaves', 'cjk-library', 'cjk-lighthouse', 'cjk-station'],
    ],
    ['keyCutting', 'slices.composite.r_precision.mean', 0, ['key-belt', 'key-valve', 'key-wrench']],
    ['neverSilent', 'retrieval.hybrid.abstention_rate.mean', 0, ['masked-debts', 'masked-forged', ...silent]],
    ['edgeless', 'slices.edge.edge_retrieval.hybrid.r_precision.mean', 0, edges],
    ['edgeless', 'edge_retrieval.lexical.r_precision.mean', 0, edges],
    ['forgetting', 'retrieval.hybrid.recall_at_k', 68 / 71, ['cjk-ice', 'cjk-leaves', 'cjk-station']],
    ['repeating', 'edge_retrieval.hybrid.duplicate_row_rate.max', 0.5, edges],
    ['undeleting', 'slices.withdrawn.r_precision.mean', 0.5, ['withdrawn-bread']],
    ['undeleting', 'retrieval.hybrid.forbidden_row_rate.max', 0.4, ['withdrawn-bread', 'withdrawn-slipway']],
    [
      'ownVectorsLost',
      'slices.embedding.retrieval.vector.r_precision.mean',
      0,
      ['vector-ladder', 'vector-regatta', 'vector-snow'],
    ],
    ['cappedAtFive', 'slices.exclude.r_precision.mean', 2.8 / 3, ['like-strike']],
    ['censoring', 'slices.injection.r_precision.mean', 0, letters],
    ['obedient', 'slices.injection.r_precision.mean', 0, letters],
  ];

  test.each(traps)('%s: %s is %f', async (name, path, measured, cases) => {
    const run = await evaluated(name);
    expect(run.verdict).toMatchObject({ outcome: 'red', exit: 1 });
    const red = redAt(run, path);
    expect(red?.measured).toBeCloseTo(measured, 12);
    expect(red?.cases.toSorted()).toEqual(cases);
  });

  test('no saboteur is left out', () => {
    expect([...new Set(traps.map(([name]) => name))].sort()).toEqual(Object.keys(saboteurs).sort());
  });

  test('a store that forgets zones alone leaves the other traps green', async () => {
    expect(redFloors(await evaluated('zoneless'))).toEqual([
      ...LEGS.map(leg => `retrieval.${leg}.forbidden_row_rate.max`),
      'slices.zone.r_precision.mean',
    ]);
  });

  const seen = new Map<keyof typeof saboteurs, Promise<Evaluation>>();
  function evaluated(name: keyof typeof saboteurs): Promise<Evaluation> {
    const known = seen.get(name) ?? runNative(nativeProject(), onStore(saboteurs[name]));
    seen.set(name, known);
    return known;
  }
});

describe('assurance.evaluate.policy-labels: who reads decides what is red', () => {
  test.each([{}, DUCKDB])('as the agent of another team the guarded rows come back %#', async store => {
    const run = await runNative(nativeProject(), { ...store, agent: 'agent://night-watch', baseline: null });
    expect(run.verdict).toMatchObject({ outcome: 'red', exit: 1 });
    expect(redFloors(run)).toEqual([
      ...LEGS.map(leg => `retrieval.${leg}.forbidden_row_rate.max`),
      'slices.owner.r_precision.mean',
    ]);
    expect(redAt(run, 'slices.owner.r_precision.mean')).toEqual({
      measured: 0,
      cases: ['owner-crane', 'owner-ballast', 'owner-lantern', 'owner-choir'],
    });
    expect(run.report.retrieval.hybrid?.forbidden_row_rate).toMatchObject({ n: 8, max: 1 });
  });

  test('another agent is another stamp, so the baseline is not compared', async () => {
    const running = runNative(nativeProject(), { agent: 'agent://night-watch' });
    await expect(running).rejects.toMatchObject({ code: 'BaselineRunStampMismatch', exit: 4 });
  });

  test.each([{}, DUCKDB])(
    'a credential of a public cloud sees the table for that zone and no other %#',
    async store => {
      const project = nativeProject();
      const reader = await credential(project, 'public-cloud:eu');
      const run = await runNative(project, { ...reader, ...store, baseline: null });
      expect(run.verdict).toMatchObject({ outcome: 'red', exit: 1 });
      const rows = [...run.report.cases].flatMap(({ legs, edges }) => [
        ...Object.values(legs).flat(),
        ...Object.values(edges ?? {}).flat(),
      ]);
      expect([...new Set(rows)].sort()).toEqual([
        'cloud/catalog#c-1',
        'cloud/catalog#c-2',
        'cloud/catalog#c-3',
      ]);
    },
  );
});

describe('assurance.evaluate.regression-case: what the set says decides what is red', () => {
  test('without the recency bound temporal recall is at most one half', async () => {
    const project = nativeProject();
    editCases(project, ({ expected: { since: _s, recency_bound: _r, ...expected }, ...rest }) => ({
      ...rest,
      expected,
    }));
    const run = await runNative(project, { baseline: null });
    expect(run.report.slices['temporal']?.recall_at_k).toMatchObject({ n: 6, mean: 0 });
    expect(redFloors(run)).toEqual(['slices.temporal.recall_at_k.mean']);
  });

  test('an old row that the window passes over is found by an index, and by nothing else', async () => {
    const project = nativeProject();
    const indexed = await runNative(project, { ranking: WINDOW });
    expect(indexed.verdict).toMatchObject({ outcome: 'green', exit: 0 });

    project.edit(NATIVE_DECLARATION, text => text.replace(/^indexes = \[\n(?:.*\n){2}\]\n/m, ''));
    // The declaration is a part of the stamp; what a baseline leaves out of it is not compared.
    project.edit(NATIVE_BASELINE, text =>
      text.replace(
        /"_run": \{[^}]*\{[^}]*\}[^}]*\}/,
        '"_run":{"k":5,"model":null,"samples":1,"tier":"deterministic"}',
      ),
    );
    for (const store of [{}, DUCKDB]) {
      const run = await runNative(project, { ...store, ranking: WINDOW });
      expect(run.report.slices['deep']?.retrieval).toMatchObject(
        Object.fromEntries(LEGS.map(leg => [leg, { recall_at_k: { n: 6, mean: 0, max: 0 } }])),
      );
      expect(run.verdict).toMatchObject({ outcome: 'red', exit: 1, baseline: { verdict: 'red' } });
      expect(redFloors(run)).toEqual(['slices.deep.recall_at_k.mean']);
      expect(redAt(run, 'retrieval.hybrid.recall_at_k')?.measured).toBeCloseTo(65 / 71, 12);
    }
  });

  test.each([
    ['the stemmer', /^indexes = .*"english" \}\]\n/m, 'stem', ['stem-boiler', 'stem-lamp', 'stem-nets']],
    [
      'pairs of characters',
      /^indexes = .*"cjk" \}\]\n/m,
      'pairs',
      ['pair-ferry', 'pair-lighthouse', 'pair-smoking'],
    ],
  ])('without %s no case of its table finds its row', async (_, index, tag, cases) => {
    const project = nativeProject();
    project.edit(NATIVE_DECLARATION, text => text.replace(index, ''));
    const run = await runNative(project, { baseline: null });
    const path = `slices.${tag}.retrieval.lexical.recall_at_k.mean`;
    expect(redFloors(run)).toContain(path);
    expect(redAt(run, path)?.cases.toSorted()).toEqual(cases);
  });

  test('an unmasked column is found', async () => {
    const project = nativeProject();
    project.edit(NATIVE_DECLARATION, text =>
      text.replace('\n[pipeline.tables.policy.columns.remark]\nmask = true\n', '\n'),
    );
    const run = await runNative(project, { baseline: null });
    expect(redFloors(run)).toEqual(['retrieval.hybrid.abstention_rate.mean']);
    expect(redAt(run, 'retrieval.hybrid.abstention_rate.mean')).toEqual({
      measured: 5 / 7,
      cases: ['masked-debts', 'masked-forged'],
    });
  });

  test('a row that is not excluded stands in the way', async () => {
    const project = nativeProject();
    editCases(project, ({ exclude: _, ...rest }) => rest);
    const run = await runNative(project, { baseline: null });
    expect(redFloors(run)).toEqual(['slices.exclude.r_precision.mean']);
    expect(redAt(run, 'slices.exclude.r_precision.mean')?.cases).toEqual([
      'like-rope',
      'like-ferry',
      'like-strike',
    ]);
  });

  test('planted orders reach no citation and no figure of the stub', async () => {
    const { report } = await runNative(nativeProject());
    const answers = [...(report.judge?.cases ?? [])].filter(({ id }) => id.startsWith('letter-'));
    expect(answers.map(({ answer }) => answer?.citations)).toEqual(
      ['p-1', 'p-2', 'p-3', 'p-4'].map(key => [{ table: 'post/letters', key }]),
    );
    expect(answers.map(({ answer }) => answer?.abstained)).toEqual([false, false, false, false]);
  });
});

type WrittenCase = {
  readonly expected: { readonly since?: unknown; readonly recency_bound?: unknown };
  readonly exclude?: unknown;
};

function editCases(project: NativeProject, change: (one: WrittenCase) => object): void {
  project.edit(NATIVE_CASES, text =>
    text
      .trim()
      .split('\n')
      .map(line => `${JSON.stringify(change(JSON.parse(line)))}\n`)
      .join(''),
  );
}

/** A reader's token for a zone, with the key that verifies it. */
async function credential(
  { root }: NativeProject,
  zone: string,
): Promise<Pick<EvaluationRequest, 'zone' | 'credential'>> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicKeyFile = join(root, 'issuer.pem');
  writeFileSync(publicKeyFile, publicKey.export({ type: 'spki', format: 'pem' }));
  const token = await new SignJWT({ agent: 'agent://eval-reader', zone, tables: ['**'] })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setAudience('contextful')
    .setExpirationTime(new Date('2030-06-01T13:00:00Z'))
    .sign(privateKey);
  return { zone, credential: { token, publicKeyFile, audience: 'contextful' } };
}
