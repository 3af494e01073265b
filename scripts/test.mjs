// Every test from a clean checkout: install, check, build, run. The last line is `N passed, N failed`.
import { readFileSync, rmSync } from 'node:fs';
import { installDependencies, root, run } from './install.mjs';

const report = `${root}node_modules/.vitest-report.json`;

installDependencies();
const checks = [
  ['types', 'npx', ['tsc', '-p', 'tsconfig.json']],
  ['style', 'npx', ['biome', 'check', '--error-on-warnings', '.']],
  ['build', 'node', ['scripts/build.mjs']],
  ['unused', 'npx', ['knip']],
  ['package', 'npx', ['publint', '--strict']],
];
const failedChecks = checks.filter(([name, command, args]) => {
  console.log(`check ${name}`);
  return run(command, args) !== 0;
});

rmSync(report, { force: true });
const vitest = run('npx', [
  'vitest',
  'run',
  '--reporter=dot',
  '--reporter=json',
  `--outputFile=${report}`,
  ...process.argv.slice(2),
]);
const counts = readCounts();
for (const [name] of failedChecks) console.log(`failed check: ${name}`);
const passed = counts.passed + checks.length - failedChecks.length;
// A run that died without counting its tests is a failure, whatever it printed.
const failed = counts.failed + failedChecks.length + (vitest !== 0 && counts.failed === 0 ? 1 : 0);
console.log(`${passed} passed, ${failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;

function readCounts() {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    return {
      passed: numPassedTests,
      failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0),
      skipped: numPendingTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
