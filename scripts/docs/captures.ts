import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CAPTURE = /<!-- capture: contextful (.+?) \| until "(.+?)" -->\n[\s\S]*?<!-- \/capture -->/g;

/**
 * A page with each capture block filled with what the built command prints today, at 80 columns, in a copy of our
 * own project. A block names its command and the line before which it stops:
 * `<!-- capture: contextful eval run | until "edge metric" -->`.
 */
export function withCaptures(page: string, root: string): string {
  const project = mkdtempSync(join(tmpdir(), 'contextful-capture-'));
  try {
    for (const path of ['contextful.toml', 'evals'])
      cpSync(join(root, path), join(project, path), { recursive: true });
    return page.replace(CAPTURE, (_block, line: string, until: string) => {
      const text = before(printed(line.split(' '), root, project), until);
      const opening = `<!-- capture: contextful ${line} | until "${until}" -->`;
      return `${opening}\n\`\`\`console\n$ contextful ${line}\n${text}\n\`\`\`\n<!-- /capture -->`;
    });
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

function printed(args: readonly string[], root: string, project: string): string {
  // Screens tell no time of their own.
  const clock = args[0] === 'tui' ? [] : ['--clock', 'frozen'];
  const command = [join(root, 'bin', 'contextful.mjs'), ...args, ...clock, '--no-color'];
  const run = spawnSync(process.execPath, command, {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
  });
  if (run.stdout === '') throw new TypeError(`contextful ${args.join(' ')} printed nothing: ${run.stderr}`);
  return run.stdout;
}

function before(text: string, line: string): string {
  const lines = text.split('\n');
  const end = lines.findIndex(candidate => candidate.startsWith(line));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trimEnd();
}
