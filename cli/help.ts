import { globalFlags } from './global-flags.ts';
import { ownFlags, resolvePath, verbsOf } from './lookup.ts';
import type { CommandRecord, FlagRecord } from './record.ts';
import { commands, groups } from './table.ts';
import { takesValue } from './words.ts';

const WIDTH = 80;

/** The page of a path of words: plain text of at most 80 columns, the same bytes in dist/help, docs and terminals. */
export function renderHelp(path: readonly string[]): string {
  const resolved = resolvePath(path);
  if (resolved === undefined) throw new RangeError(`no command ${path.join(' ')}`);
  const blocks = resolved.kind === 'command' ? commandBlocks(resolved.command) : groupBlocks(path);
  return `${blocks.filter(block => block !== '').join('\n\n')}\n`;
}

/** Every path that has a page, the empty one first. */
export function helpPaths(): readonly (readonly string[])[] {
  return [[], ...groups.map(group => group.path), ...commands.map(command => command.path)];
}

function groupBlocks(path: readonly string[]): readonly string[] {
  const summary =
    groups.find(group => group.path.join(' ') === path.join(' '))?.summary ??
    'test a retrieval system against labelled cases: red or green';
  return [
    `contextful${path.map(word => ` ${word}`).join('')}: ${summary}`,
    section('usage', [`contextful ${[...path, 'COMMAND'].join(' ')} [FLAGS]`]),
    section(
      'commands',
      twoColumns(leaves(path).map(({ path: words, summary: text }) => [words.join(' '), text])),
    ),
    section('flags of every command', twoColumns(globalFlags.map(flagRow))),
    path.length === 0
      ? section('start', ['contextful eval run        runs the cases that contextful.toml names'])
      : `contextful ${[...path, verbsOf(path)[0] ?? ''].join(' ')} --help tells more of one command.`,
  ];
}

function leaves(path: readonly string[]): readonly CommandRecord[] {
  return commands.filter(command => path.every((word, index) => command.path[index] === word));
}

function commandBlocks(command: CommandRecord): readonly string[] {
  const words = command.words
    .map(word => (word.required === true ? ` ${word.name}` : ` [${word.name}]`))
    .join('');
  const own = ownFlags(command);
  const variables = [
    ...own.flatMap(flag => (flag.env === undefined ? [] : [flag.env])),
    ...command.reads,
  ].sort();
  return [
    `contextful ${command.path.join(' ')}: ${command.summary}`,
    section('usage', [`contextful ${command.path.join(' ')}${words}${own.length === 0 ? '' : ' [FLAGS]'}`]),
    section('arguments', twoColumns(command.words.map(word => [word.name, word.summary]))),
    section('flags', twoColumns(own.map(flagRow))),
    section('flags of every command', twoColumns(globalFlags.map(flagRow))),
    section('examples', command.examples.flatMap(wrapCommand)),
    section('exit codes', twoColumns(command.exits.map(([code, meaning]) => [String(code), meaning]))),
    section('files written', command.writes),
    section('environment', variables),
    `More: ${command.document}`,
  ];
}

function flagRow(flag: FlagRecord): readonly [string, string] {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const value = takesValue(flag, `--${flag.name}`) ? ` ${metavar(flag)}` : '';
  const fallback = flag.fallback ?? flag.fallbackShown;
  const marks = [
    flag.required === true ? 'required' : '',
    flag.list === true ? 'repeatable' : '',
    fallback === undefined ? '' : `default ${fallback}`,
  ].filter(mark => mark !== '');
  return [
    `${short}--${flag.name}${value}`,
    `${flag.summary}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}`,
  ];
}

function metavar({ value }: FlagRecord): string {
  switch (value.form) {
    case 'choice':
      return value.of.join('|');
    case 'path':
      return value.metavar;
    case 'text':
      return value.bare === undefined ? value.metavar : `[${value.metavar}]`;
    default:
      return METAVARS[value.form];
  }
}

const METAVARS = {
  switch: '',
  count: '',
  int: 'N',
  u64: 'N',
  number: 'X',
  rate: 'SHARE',
  bytes: 'SIZE',
  span: 'SPAN',
  instant: 'INSTANT',
  pair: 'NAME=VALUE',
} as const;

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map(line => `  ${line}`)].join('\n');
}

/** Left column as wide as needed up to 26 cells; a longer one takes a line of its own. */
function twoColumns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.min(26, Math.max(0, ...rows.map(([left]) => left.length)));
  return rows.flatMap(([left, right]) => {
    const lines = wrap(right, WIDTH - 2 - width - 2);
    const indent = ' '.repeat(width + 2);
    if (left.length > width) return [left, ...lines.map(line => indent + line)];
    return lines.map((line, index) => (index === 0 ? `${left.padEnd(width + 2)}${line}` : indent + line));
  });
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** An example that is too long for a line goes on with a backslash, so that it can still be pasted. */
function wrapCommand(command: string): readonly string[] {
  const lines = wrap(command, WIDTH - 6);
  return lines.map(
    (line, index) => (index === 0 ? line : `    ${line}`) + (index < lines.length - 1 ? ' \\' : ''),
  );
}
