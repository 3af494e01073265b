/**
 * Bundles the engine's JavaScript and leaves its native addon where it is installed. An import of the package reads
 * and lexes 150 files, which takes longer than all of a small run's own modules.
 */
export function bundledEngine() {
  return {
    name: 'bundled-engine',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^@duckdb\/node-bindings$/ }, () => ({ path: 'addon', namespace: 'engine' }));
      // The addon is a dependency of the package alone, so it is looked for from there. The package also hands on four of
      // its functions by name, for values of 128 bits, which nothing of ours asks for.
      onLoad({ filter: /./, namespace: 'engine' }, () => ({
        contents: `
          import { createRequire } from 'node:module';
          const engine = createRequire(import.meta.url).resolve('@duckdb/node-api');
          export default createRequire(engine)('@duckdb/node-bindings');
        `,
      }));
    },
  };
}
