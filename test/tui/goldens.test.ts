import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseLink } from '../../tui/links.ts';
import { builtRoutes } from '../../tui/model/screens.ts';
import { GOLDEN_SCREENS, type GoldenStore, goldenStore } from '../support/tui-goldens.ts';

const folder = fileURLToPath(new URL('../fixtures/tui/', import.meta.url));
let store: GoldenStore;

beforeAll(async () => {
  store = await goldenStore();
});
afterAll(() => store.remove());

describe('tui-cli.md 23 goldens', () => {
  test.each(GOLDEN_SCREENS)('$name: npm run goldens writes it anew', async screen => {
    for (const { file, text } of await store.filesOf(screen)) {
      expect(text, file).toBe(readFileSync(`${folder}${file}`, 'utf8'));
    }
  });

  test('every screen has one, and every file belongs to one', () => {
    const shown = new Set(
      GOLDEN_SCREENS.flatMap(({ link, keys = '' }) => [routeOf(link), ...opened(link, keys)]),
    );
    expect(builtRoutes().filter(route => !shown.has(route))).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(
      GOLDEN_SCREENS.flatMap(({ name }) => [`${name}.json`, `${name}.txt`]).sort(),
    );
  });

  test('the sets of symbols say the same words', () => {
    for (const { name } of GOLDEN_SCREENS) {
      const sections = readFileSync(`${folder}${name}.txt`, 'utf8').split(/^=== /m).slice(1);
      const [utf8, ascii] = [sections.slice(0, 4), sections.slice(4)];
      for (const [index, section] of utf8.entries()) {
        expect(wordsOf(ascii[index] ?? ''), name).toEqual(wordsOf(section));
      }
    }
  });
});

function routeOf(link: string): string {
  return parseLink(link).route;
}

/** What `enter` leads to on the screens that are reached by keys. */
function opened(link: string, keys: string): readonly string[] {
  if (!keys.includes('enter') || keys.startsWith('/')) return [];
  return routeOf(link) === 'compare/:a/:b' ? ['compare/:a/:b/case/:case'] : ['run/:run/case/:case'];
}

/** Signs differ, and with them where a cut falls; words that stand whole do not. */
function wordsOf(section: string): readonly string[] {
  const body = section.slice(section.indexOf('\n'));
  return body.match(/\p{L}{3,}/gu) ?? [];
}
