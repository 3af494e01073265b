import { defineConfig } from 'vitest/config';
import { buildPolicyModule } from './scripts/policy-module.mjs';

export default defineConfig(async () => ({
  define: { __POLICY_MODULE__: JSON.stringify((await buildPolicyModule()).digest) },
  test: {
    include: ['test/**/*.test.ts'],
    // The engine is a native addon: processes keep one test file's engine from touching another's.
    pool: 'forks' as const,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
