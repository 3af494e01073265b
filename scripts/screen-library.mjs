/**
 * What the UI library brings along and we never use: its developer tools, and a hook that shows the cursor once more
 * when the process ends, on a screen that was given back by then.
 */
export function screenLibrary() {
  return {
    name: 'screen-library',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^(react-devtools-core|restore-cursor)$/ }, ({ path }) => ({
        path,
        namespace: 'unused',
      }));
      onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'export default () => {};' }));
    },
  };
}
