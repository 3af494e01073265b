import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Builds the decision module to its one ESM file. The digest is what `policyModule()` answers: whoever bundles
 * or tests the product defines `__POLICY_MODULE__` with it. Same sources, same bytes, on any machine.
 */
export async function buildPolicyModule() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['evals/policy/index.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    legalComments: 'none',
    charset: 'utf8',
    tsconfigRaw: {},
    logLevel: 'silent',
  });
  const [file] = outputFiles;
  return { text: file.text, digest: `sha256:${createHash('sha256').update(file.contents).digest('hex')}` };
}
