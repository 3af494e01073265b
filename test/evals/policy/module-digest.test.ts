import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { policyModule, requirePolicyModule } from '../../../evals/policy/index.ts';
import { buildPolicyModule } from '../../../scripts/policy-module.mjs';

describe('assurance.structure-tree.decision-module: the module and its digest', () => {
  test('policyModule() is the digest of the one built file', async () => {
    const { text, digest } = await buildPolicyModule();
    expect(digest).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`);
    expect(policyModule()).toBe(digest);
  });

  test('two builds have the same bytes and name no machine path', async () => {
    const [first, second] = [await buildPolicyModule(), await buildPolicyModule()];
    expect(second.text).toBe(first.text);
    expect(first.text).not.toContain(process.cwd());
  });

  test('the file decides by itself and loads no engine', async () => {
    const { text } = await buildPolicyModule();
    const imports = [...text.matchAll(/(?:from|import\() ?"([^"]+)"/g)].map(([, name]) => name);
    expect([...new Set(imports)].sort()).toEqual(['jose', 'node:crypto', 'zod']);
    expect(text).toContain('visibilityOf');
  });

  test('an adapter built against another module refuses', () => {
    expect(() => requirePolicyModule(policyModule())).not.toThrow();
    expect(() => requirePolicyModule('sha256:00')).toThrow(
      expect.objectContaining({
        code: 'PolicyModuleMismatch',
        exit: 2,
        facts: { found: 'sha256:00', want: policyModule() },
      }),
    );
  });
});
