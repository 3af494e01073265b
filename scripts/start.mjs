// What a newcomer runs first: install, build, evaluate our own corpus, say red or green.
import { installDependencies, root, run } from './install.mjs';

installDependencies();
if (run('node', ['scripts/build.mjs', '--if-stale'], { stdio: ['ignore', 2, 2] }) !== 0) process.exit(1);
process.exitCode = run('node', [`${root}bin/contextful.mjs`, 'eval', 'run', ...process.argv.slice(2)]);
