import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The engine is a native addon: processes keep one test file's engine from touching another's.
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
