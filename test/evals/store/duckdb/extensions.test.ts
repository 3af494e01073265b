import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, type Engine, openEngine } from '../../../../evals/store/duckdb/engine.ts';
import { extensionNeeded } from '../../../../evals/store/duckdb/guard.ts';

type Message = { readonly input: string; readonly output: boolean };
const vectors: { readonly groups: { readonly engine_errors: { readonly cases: readonly Message[] } } } =
  JSON.parse(readFileSync(new URL('../../../fixtures/vectors/gates.json', import.meta.url), 'utf8'));

const root = mkdtempSync(join(tmpdir(), 'contextful-extensions-'));
const home = process.env['HOME'];
let engine: Engine;
let connection: Connection;

beforeAll(async () => {
  process.env['HOME'] = root;
  for (const name of ['httpfs', 'excel', 'sqlite_scanner', 'fts']) {
    plantExtension(join(root, '.duckdb'), name);
    plantExtension(join(root, 'scratch'), name);
  }
  engine = await openEngine({ threads: 2, memory: '256MiB', scratch: join(root, 'scratch') });
  connection = await engine.connect();
});

afterAll(() => {
  connection.close();
  engine.close();
  if (home === undefined) delete process.env['HOME'];
  else process.env['HOME'] = home;
  rmSync(root, { recursive: true, force: true });
});

/** A file of the right name, platform, version and footer, but with an empty signature. */
function plantExtension(folder: string, name: string): void {
  const directory = join(folder, 'extensions', 'v1.5.6', 'linux_amd64');
  mkdirSync(directory, { recursive: true });
  const fields = ['', '', '', 'CPP', 'v1.5.6', 'v1.5.6', 'linux_amd64', '4'];
  const footer = Buffer.concat(fields.map(field => Buffer.from(field.padEnd(32, '\0'))));
  writeFileSync(
    join(directory, `${name}.duckdb_extension`),
    Buffer.concat([Buffer.alloc(4096), footer, Buffer.alloc(256)]),
  );
}

describe('assurance.build.runtime-extension-load: provocations with extensions planted in the home', () => {
  test.each([
    ["SELECT * FROM read_xlsx('x.xlsx')", 'excel'],
    ['INSTALL httpfs', 'httpfs'],
    ['LOAD httpfs', 'httpfs'],
    ["ATTACH 'x.db' AS x (TYPE sqlite)", 'sqlite'],
    ["SELECT * FROM 'https://127.0.0.1:1/x.parquet'", 'https'],
    ["PRAGMA create_fts_index('t', 'a', 'b')", 'fts'],
  ])('%s', async (sql, extension) => {
    await expect(connection.execute(sql)).rejects.toMatchObject({
      code: 'ExtensionAutoloadRefused',
      exit: 3,
      facts: { extension },
    });
    await connection.checkExtensions();
  });

  test('a statement behind an admitted one stops the whole text before it runs', async () => {
    await expect(connection.execute('CREATE TABLE before_load (a INT); LOAD json')).rejects.toMatchObject({
      code: 'ExtensionAutoloadRefused',
    });
    await expect(connection.execute('FROM before_load')).rejects.toThrow('does not exist');
  });

  test('a file by its path is no way in either', async () => {
    const file = join(root, '.duckdb/extensions/v1.5.6/linux_amd64/httpfs.duckdb_extension');
    const raw = connection.raw.run(`LOAD '${file}'`);
    await expect(raw).rejects.toThrow('Loading external extensions is disabled');
    expect(
      extensionNeeded('Permission Error: Loading external extensions is disabled through configuration'),
    ).toBe('');
  });

  test.each(vectors.groups.engine_errors.cases)('engine message: $input', ({ input, output }) => {
    expect(extensionNeeded(input) !== undefined).toBe(output);
  });

  test('a failure that asks for no extension stays what it is', async () => {
    await expect(connection.execute('SELECT no_such_column')).rejects.not.toMatchObject({
      code: 'ExtensionAutoloadRefused',
    });
  });
});

describe('assurance.build.runtime-extension-load: lock-down', () => {
  test.each([
    ['a file of the run', () => join(root, 'scratch', 'x.csv')],
    ['a file of the system', () => '/etc/hostname'],
  ])('%s is not read', async (_, path) => {
    mkdirSync(join(root, 'scratch'), { recursive: true });
    writeFileSync(join(root, 'scratch', 'x.csv'), 'a\n1\n');
    await expect(
      connection.rows({ text: 'SELECT * FROM read_csv($1)', bindings: [{ type: 'text', value: path() }] }),
    ).rejects.toThrow('file system operations are disabled');
  });

  test('no setting changes any more', async () => {
    await expect(connection.execute('SET threads = 1')).rejects.toThrow('configuration has been locked');
  });

  test.each([
    ['autoinstall_known_extensions', 'false'],
    ['autoload_known_extensions', 'false'],
    ['allow_community_extensions', 'false'],
    ['allow_unsigned_extensions', 'false'],
    ['enable_external_access', 'false'],
    ['lock_configuration', 'true'],
    ['preserve_insertion_order', 'false'],
    ['threads', '2'],
  ])('%s is %s', async (setting, value) => {
    const [row] = await connection.rows({
      text: 'SELECT value FROM duckdb_settings() WHERE name = $1',
      bindings: [{ type: 'text', value: setting }],
    });
    expect(row).toEqual([value]);
  });
});
