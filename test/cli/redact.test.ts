import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../cli/main.ts';
import { fakeHost } from '../support/fake-host.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'contextful-redact-'));
  writeFileSync(join(root, 'contextful.toml'), 'version = 1\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function told(argv: readonly string[], env: Record<string, string> = {}) {
  const fake = fakeHost({ argv, cwd: root, env: { LC_ALL: 'C.UTF-8', ...env } });
  await main(fake.host);
  return { out: fake.out(), err: fake.err() };
}

describe('evaluate.md 22 never in a message: a token, a password', () => {
  test.each([[[]], [['--json']]])('a password typed into a URL is not told again, with %j', async more => {
    const { out, err } = await told(['eval', 'run', '--store', 'postgres://u:hunter2@h/db', ...more]);
    expect(err).toContain('UsageBadValue: `--store` can not be `postgres://***@h/db`\n');
    expect(out + err).not.toContain('hunter2');
    if (more.length > 0) expect(JSON.parse(out)).toMatchObject({ ok: false });
  });

  test('a sign @ inside the password hides no less', async () => {
    const { err } = await told(['eval', 'run', '--store', 'postgres://u:hun@ter2@h/db']);
    expect(err).toContain('`postgres://***@h/db`');
  });

  test('nor one in a variable or in contextful.toml', async () => {
    const url = 'postgres://u:hunter2@h/db';
    expect((await told(['eval', 'run', '--goldens', 'a'], { CONTEXTFUL_STORE: url })).err).toContain(
      '***@h/db',
    );
    writeFileSync(join(root, 'contextful.toml'), `version = 1\n[eval]\nstore = "${url}"\n`);
    const { err } = await told(['eval', 'run', '--goldens', 'a']);
    expect(err).toContain('ConfigInvalid: ');
    expect(err).not.toContain('hunter2');
  });

  test('nor the token, wherever it was typed', async () => {
    const { err } = await told(['eval', 'run', '--k', 'ey.abc.def'], { CONTEXTFUL_TOKEN: 'ey.abc.def' });
    expect(err).toContain('UsageBadValue: `--k` can not be `***`\n');
    expect(err).not.toContain('ey.abc.def');
  });
});
