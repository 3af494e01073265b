import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** DESIGN: one direction, no circles. A room may import itself and what stands in its list. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  spec: ['core'],
  evals: ['core', 'spec'],
  release: ['core', 'spec'],
  tui: ['core', 'spec', 'evals', 'release'],
  cli: ['core', 'spec', 'evals', 'release', 'tui'],
};
/** What the command line may take from the terminal UI: the rooms that draw nothing, and links. */
const TUI_FOR_CLI = ['tui/model/', 'tui/text/', 'tui/chart/', 'tui/links.ts'];
/** The one command that opens the interface takes it by its face. */
const TUI_FACE = { command: 'cli/commands/tui/', face: 'tui/index.ts' };

type Import = { readonly from: string; readonly to: string };

describe('the direction of imports', () => {
  const imports = Object.keys(ROOMS).flatMap(room => sourceFiles(room).flatMap(importsOf));

  test('there are imports to judge', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  test('no room imports one that stands above it', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [roomOf(from), roomOf(to)];
      return own !== other && other in ROOMS && !ROOMS[own]?.includes(other);
    });
    expect(wrong).toEqual([]);
  });

  test('cli takes only text, charts, models and links from tui, and its tui command the face', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        roomOf(from) === 'cli' &&
        roomOf(to) === 'tui' &&
        !TUI_FOR_CLI.some(part => to.startsWith(part)) &&
        !(from.startsWith(TUI_FACE.command) && to === TUI_FACE.face),
    );
    expect(wrong).toEqual([]);
  });

  test('no file imports itself in a circle', () => {
    const next = new Map<string, string[]>();
    for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
    expect([...next.keys()].flatMap(file => circleFrom(file, next) ?? [])).toEqual([]);
  });

  test('the decision module knows no store, not even by a type', () => {
    const files = sourceFiles('evals/policy');
    expect(files).toContain('evals/policy/visibility.ts');
    expect(files.filter(file => /from '\.\.\/(?!\.\.\/)/.test(read(file)))).toEqual([]);
  });

  test('only the edge reads the process, the wall clock and randomness', () => {
    const wrong = Object.keys(ROOMS)
      .filter(room => room !== 'cli')
      .flatMap(sourceFiles)
      .filter(file => !EDGES.includes(file))
      .filter(file => /\bprocess\.(env|argv|cwd|exit|std)|\bDate\.now\(|\bMath\.random\(/.test(read(file)));
    expect(wrong).toEqual([]);
  });
});

const EDGES = ['core/context.ts', 'tui/process.ts'];

function circleFrom(start: string, next: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const seen = new Set<string>();
  const walk = (file: string, path: string[]): string[] | undefined => {
    for (const to of next.get(file) ?? []) {
      if (to === start) return [...path, to];
      if (seen.has(to)) continue;
      seen.add(to);
      const found = walk(to, [...path, to]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(start, [start]);
}

/** A room that no issue has built yet is not there. */
function sourceFiles(room: string): string[] {
  if (!existsSync(join(root, room))) return [];
  return readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => join(room, name));
}

function importsOf(file: string): Import[] {
  // Types vanish at run time, so a type may look upwards within its own room without making a circle.
  const text = read(file).replace(/^(?:import|export) type [^;]*;/gm, line =>
    roomOf(file) === roomOf(targetOf(file, line)) ? '' : line,
  );
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)].map(match => ({
    from: file,
    to: relative(root, resolve(root, dirname(file), match[1] ?? '')),
  }));
}

function targetOf(file: string, line: string): string {
  const match = /'(\.{1,2}\/[^']+)'/.exec(line);
  return match === null ? file : relative(root, resolve(root, dirname(file), match[1] ?? ''));
}

function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
