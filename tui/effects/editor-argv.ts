import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import { shellWords } from '../input/shell-words.ts';

/**
 * The words that open a file at a place in the editor of `VISUAL` or `EDITOR`; line and column count from 1, editors
 * that we do not know get the file alone. EditorUnusable (2) for a text that names no command. tui-cli.md 20
 * [editor.argv].
 */
export function editorArgv(
  editorText: string,
  file: string,
  line: number,
  column: number,
): readonly string[] {
  if (editorText.includes('\0')) throw unusable(editorText, 'it holds a NUL byte');
  const words = shellWords(editorText);
  if (words === undefined) throw unusable(editorText, 'a quote is open or a backslash stands at its end');
  const [command, ...flags] = words;
  if (command === undefined || command === '') throw unusable(editorText, 'it names no command');
  // A leading dash or plus would be read as an option of the editor.
  const path = /^[-+]/.test(file) ? `./${file}` : file;
  const place = PLACES.get(nameOf(command)) ?? alone;
  const added = place(path, line, column).filter(word => word !== '--wait' || !waits(flags));
  return [command, ...flags, ...added];
}

type PlaceWords = (file: string, line: number, column: number) => readonly string[];

const alone: PlaceWords = file => [file];
const vim: PlaceWords = (file, line, column) => [`+call cursor(${line},${column})`, file];
const vi: PlaceWords = (file, line) => [`+${line}`, file];
const plusColon: PlaceWords = (file, line, column) => [`+${line}:${column}`, file];
const suffix: PlaceWords = (file, line, column) => [`${file}:${line}:${column}`];
const waitSuffix: PlaceWords = (file, line, column) => ['--wait', `${file}:${line}:${column}`];
const goTo: PlaceWords = (file, line, column) => ['--wait', '--goto', `${file}:${line}:${column}`];
const jetBrains: PlaceWords = (file, line, column) => [
  '--wait',
  '--line',
  String(line),
  '--column',
  String(column),
  file,
];

const PLACES: ReadonlyMap<string, PlaceWords> = new Map([
  ['vim', vim],
  ['nvim', vim],
  ['gvim', (file, line, column) => ['--nofork', ...vim(file, line, column)]],
  ['vi', vi],
  ['ex', vi],
  ['nano', (file, line, column) => [`+${line},${column}`, file]],
  ['emacs', plusColon],
  ['emacsclient', plusColon],
  ['kak', plusColon],
  ['micro', plusColon],
  ['hx', suffix],
  ['helix', suffix],
  ['zed', waitSuffix],
  ['subl', waitSuffix],
  ['code', goTo],
  ['code-insiders', goTo],
  ['codium', goTo],
  ['cursor', goTo],
  ['windsurf', goTo],
  ...['idea', 'pycharm', 'webstorm', 'goland', 'clion', 'rustrover', 'phpstorm', 'rubymine'].map(
    name => [name, jetBrains] as const,
  ),
]);

function nameOf(command: string): string {
  const base = command.split(/[/\\]/).at(-1) ?? '';
  return base.toLowerCase().replace(/\.(?:exe|cmd|bat|sh)$/, '');
}

function waits(flags: readonly string[]): boolean {
  return flags.includes('--wait') || flags.includes('-w');
}

function unusable(editor: string, why: string): Refusal {
  return refuse('EditorUnusable', {
    message: `the editor can not be used: ${why}`,
    found: editor === '' ? 'an empty text' : editor,
    want: 'a command with its flags in VISUAL or EDITOR',
    facts: { editor, why },
  });
}
