import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(import.meta.url);

/**
 * What the UI library brings along and we never use: its developer tools, and a hook that shows the cursor once more
 * when the process ends, on a screen that was given back by then.
 */
const UNUSED = /^(react-devtools-core|restore-cursor)$/;

/**
 * The library takes each row of each frame to pieces and puts it together again, which takes longer than all else
 * between a key and its frame. Our rows are whole: they may stay so.
 */
const WHOLE_ROWS = `
import Output from 'ink-output';
import { wholeRows } from ${JSON.stringify(fileURLToPath(new URL('whole-rows.mjs', import.meta.url)))};
export default class extends Output {
  get() {
    return wholeRows(this.operations, this.height) ?? super.get();
  }
}`;

/** Cells of a text are counted in one way, and the library counts those of each row several times. */
const CELLS = `
import { cells } from ${JSON.stringify(fileURLToPath(new URL('../tui/text/cells.ts', import.meta.url)))};
export default text => cells(text.replace(/\\u001b\\[[\\d;]*m/g, ''));`;

/** Bundles the UI library as the screens need it. */
export function screenLibrary() {
  return {
    name: 'screen-library',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }));
      onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'export default () => {};' }));
      onResolve({ filter: /^string-width$/ }, ({ importer }) =>
        /[/\\]node_modules[/\\]/.test(importer) ? { path: 'cells', namespace: 'cells' } : undefined,
      );
      onLoad({ filter: /./, namespace: 'cells' }, () => ({ contents: CELLS, resolveDir: dirname(HERE) }));
      onResolve({ filter: /^\.\/output\.js$/ }, ({ importer }) =>
        /[/\\]ink[/\\]build[/\\]renderer\.js$/.test(importer)
          ? { path: 'rows', namespace: 'whole-rows', pluginData: join(dirname(importer), 'output.js') }
          : undefined,
      );
      onResolve({ filter: /^ink-output$/, namespace: 'whole-rows' }, ({ pluginData }) => ({
        path: pluginData,
      }));
      onLoad({ filter: /./, namespace: 'whole-rows' }, ({ pluginData }) => ({
        contents: WHOLE_ROWS,
        resolveDir: dirname(pluginData),
        pluginData,
      }));
    },
  };
}
