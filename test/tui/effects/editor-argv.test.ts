import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shellLine } from '../../../core/shell-quote.ts';
import { editorArgv } from '../../../tui/effects/editor-argv.ts';
import { shellWords } from '../../../tui/input/shell-words.ts';
import { refusalFrom } from '../../support/refusal-from.ts';
import { vectorCases } from '../../support/vectors.ts';

type Vector = {
  readonly name: string;
  readonly input: {
    readonly editor: string;
    readonly file: string;
    readonly line: number;
    readonly column: number;
  };
  readonly output: { readonly argv: readonly string[] } | { readonly error: string };
};

describe('tui.act the editor', () => {
  test.each(vectorCases<Vector>('tui-cli', 'editor.argv'))('$name', ({ input, output }) => {
    const act = (): readonly string[] => editorArgv(input.editor, input.file, input.line, input.column);
    if ('error' in output) expect(refusalFrom(act).code).toBe(output.error);
    else expect(act()).toEqual(output.argv);
  });

  test.each([
    ['VIM.EXE', ['VIM.EXE', '+call cursor(2,1)', 'f']],
    ['C:\\\\ed\\\\code.cmd -w', ['C:\\ed\\code.cmd', '-w', '--goto', 'f:2:1']],
    ['sh -c "vim; $X"', ['sh', '-c', 'vim; $X', 'f']],
    ['toString', ['toString', 'f']],
  ])('%s', (editor, argv) => {
    expect(editorArgv(editor, 'f', 2, 1)).toEqual(argv);
  });

  test('a file that looks like an option stays a file', () => {
    expect(editorArgv('vim', '+q', 1, 1).at(-1)).toBe('./+q');
    expect(editorArgv('hx', '-x', 1, 2)).toEqual(['hx', './-x:1:2']);
  });

  test.each([
    ['   ', 'it names no command'],
    ["''", 'it names no command'],
    ['vim \\', 'a quote is open or a backslash stands at its end'],
    ['vi\0m', 'it holds a NUL byte'],
  ])('%j is refused', (editor, why) => {
    expect(refusalFrom(() => editorArgv(editor, 'f', 1, 1)).facts).toEqual({ editor, why });
  });
});

describe('tui.act words of a command', () => {
  test.each([
    ['a  b\tc\n', ['a', 'b', 'c']],
    [`a'b c'"d e"f`, ['ab cd ef']],
    ['"" \'\'', ['', '']],
    ['a\\ b \\"', ['a b', '"']],
    ['"\\$x \\n \\\\"', ['$x \\n \\']],
    ['a\\\nb', ['ab']],
  ])('%j', (text, words) => {
    expect(shellWords(text)).toEqual(words);
  });

  test('words that were quoted for a shell come back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), words => {
        expect(shellWords(shellLine(words))).toEqual(words);
      }),
    );
  });
});
