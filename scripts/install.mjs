import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command in the project folder with our streams; its exit code, or 1 when it did not start. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error !== undefined) console.error(`${command}: ${result.error.message}`);
  return result.status ?? 1;
}

/** Installs the locked dependencies unless they are there and no older than the lock. */
export function installDependencies() {
  const installed = `${root}node_modules/.package-lock.json`;
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs)
    return;
  console.error('installing dependencies (npm ci)');
  const code = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { stdio: ['ignore', 2, 2] });
  if (code !== 0) process.exit(code);
}
