import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frozenClock } from '../../core/context.ts';
import type { SymbolSet } from '../../core/safe-text.ts';
import { parseInstant } from '../../core/time.ts';
import { makeTuiStore } from '../../scripts/tui-store/make.ts';
import { writeProject } from '../../scripts/tui-store/project.ts';
import { createLoader } from '../../tui/effects/load/index.ts';
import { resolveLink } from '../../tui/effects/resolve-link.ts';
import type { Loader } from '../../tui/effects/source.ts';
import type { Loaded } from '../../tui/model/source.ts';
import { type Printed, printScreen } from '../../tui/print.ts';
import { DEFAULT_PREFERENCES } from '../../tui/state/state.ts';
import { chooseTheme } from '../../tui/theme/choose.ts';

/** A screen, and the keys that bring it to what is shown. */
export type GoldenScreen = {
  readonly name: string;
  readonly link: string;
  readonly keys?: string;
  readonly store?: 'empty';
};

export const GOLDEN_SCREENS: readonly GoldenScreen[] = [
  { name: 'runs', link: 'runs' },
  { name: 'runs-sorted-and-filtered', link: 'runs', keys: '/ "verdict:red sort:recall" enter j' },
  { name: 'runs-empty', link: 'runs', store: 'empty' },
  { name: 'run-red', link: 'run/latest' },
  { name: 'run-green', link: 'run/20300501T050000Z', keys: 'j l l' },
  { name: 'run-not-comparable', link: 'run/20300501T040000Z?vs=20300501T030000Z' },
  { name: 'run-edges-absent', link: 'run/latest?tab=edges' },
  { name: 'run-judged', link: 'run/latest?tab=judged' },
  { name: 'run-systems', link: 'run/latest?tab=systems' },
  { name: 'run-stamp', link: 'run/latest?tab=stamp' },
  { name: 'slices', link: 'run/latest/slices' },
  { name: 'slice', link: 'run/latest/slice/cjk' },
  { name: 'diff', link: 'run/latest/diff' },
  { name: 'diff-not-comparable', link: 'run/20300501T040000Z/diff?vs=20300501T030000Z' },
  { name: 'diff-without-baseline', link: 'run/20300501T000000Z/diff' },
  { name: 'floors', link: 'run/latest/floors' },
  { name: 'explain-red', link: 'run/latest/explain' },
  { name: 'explain-green', link: 'run/20300501T050000Z/explain' },
  { name: 'explain-unmeasured', link: 'run/20300501T030000Z/explain' },
  { name: 'cases', link: 'run/latest/cases?filter=is%3Ared&sort=recall', keys: '3*j space' },
  { name: 'cases-none-fits', link: 'run/latest/cases?filter=recall%3E2' },
  { name: 'case-lost-on-a-leg', link: 'run/latest/cases?filter=d.recall%3C0', keys: 'j enter 10*j' },
  { name: 'case-leaked', link: 'run/20300501T080000Z/cases?filter=is%3Aforbidden', keys: 'enter j' },
  { name: 'case-outside-window', link: 'run/20300501T070000Z/cases?filter=is%3Astale', keys: 'enter' },
  { name: 'case-abstains', link: 'run/latest/cases?filter=is%3Amust-abstain', keys: 'enter' },
  { name: 'case-failed', link: 'run/20300501T030000Z/cases?filter=is%3Aerror', keys: 'enter' },
  { name: 'live-ended', link: 'run/latest/live', keys: 'j' },
  { name: 'row', link: 'run/latest/case/cjk-0001/row/kb%2Fcjk%23c-0026', keys: 'j' },
  { name: 'row-code-points', link: 'run/latest/case/cjk-0001/row/kb%2Fcjk%23c-0026', keys: 'j w z' },
  { name: 'compare', link: 'compare/prev/latest' },
  { name: 'compare-not-comparable', link: 'compare/20300501T040000Z/latest' },
  { name: 'compare-case', link: 'compare/prev/latest', keys: 'j enter' },
  { name: 'help', link: 'help' },
  { name: 'keys', link: 'run/latest', keys: '?' },
  { name: 'palette', link: 'run/latest', keys: ': "cd"' },
  { name: 'choose-compared-run', link: 'run/latest', keys: 'v j' },
  { name: 'filter-with-a-fault', link: 'run/latest/cases', keys: '/ "recal<1"' },
  { name: 'other-area', link: 'gate' },
];

export const GOLDEN_SIZES = ['60x15', '80x24', '120x40', '200x60'] as const;
const SETS = ['utf8', 'ascii'] as const satisfies readonly SymbolSet[];
const JSON_SIZE = '120x15';

export type GoldenFile = { readonly file: string; readonly text: string };

export type GoldenStore = {
  /** The files of one screen: its text at each size in each set of symbols, and its JSON. */
  readonly filesOf: (screen: GoldenScreen) => Promise<readonly GoldenFile[]>;
  readonly remove: () => void;
};

/** A small seeded project, written by the real writer; a frozen clock looks at it. */
export async function goldenStore(): Promise<GoldenStore> {
  const folder = mkdtempSync(join(tmpdir(), 'contextful-goldens-'));
  const roots = { full: join(folder, 'full'), empty: join(folder, 'empty') };
  await makeTuiStore({ root: roots.full, runs: 10, cases: 120, seed: 1, cause: 'cjk', pid: 1 });
  writeProject(roots.empty, []);
  const loaders = { full: loaderOf(roots.full), empty: loaderOf(roots.empty) };
  return {
    filesOf: async screen => {
      const store = screen.store ?? 'full';
      const link = await resolveLink(roots[store], screen.link, roots[store]);
      const print = (size: string, set: SymbolSet): Promise<Printed> =>
        printed(loaders[store], { ...screen, link }, size, set);
      const texts: string[] = [];
      for (const set of SETS) {
        for (const size of GOLDEN_SIZES) {
          const { text } = await print(size, set);
          texts.push(`=== ${size} ${set}\n${text}`);
        }
      }
      const { document } = await print(JSON_SIZE, 'utf8');
      return [
        { file: `${screen.name}.txt`, text: texts.join('\n') },
        { file: `${screen.name}.json`, text: `${JSON.stringify(document, null, 1)}\n` },
      ];
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const NOW = parseInstant('2030-05-05T12:00:00Z') ?? 0n;

function loaderOf(root: string): Loader {
  const load = createLoader({ root, corpusRoots: [], clock: frozenClock(NOW) });
  return async (resource, changed, signal) => withoutBytes(await load(resource, changed, signal));
}

/** Sizes of run directories change with the format of their index, which no screen is about. */
function withoutBytes<T extends Loaded[keyof Loaded]>(value: T): T {
  if (!('lines' in value)) return value;
  return { ...value, lines: value.lines.map(line => ({ ...line, bytes: 1_000_000 })) };
}

function printed(
  load: Loader,
  { link, keys = '' }: GoldenScreen,
  size: string,
  symbols: SymbolSet,
): Promise<Printed> {
  const [columns = 0, rows = 0] = size.split('x').map(Number);
  const request = {
    link,
    columns,
    rows,
    limit: null,
    keys,
    symbols,
    theme: chooseTheme({ theme: 'mono', level: 0, colorFgBg: undefined }),
    level: 0,
    preferences: DEFAULT_PREFERENCES,
    filters: ['is:red'],
    readOnlyReason: null,
  } as const;
  return printScreen(request, { load, perform: async () => [] });
}
