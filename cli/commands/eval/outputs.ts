import { resolve } from 'node:path';
import type { Refusal } from '../../../core/refusal.ts';
import { shownPath } from '../../../core/shown-path.ts';
import type { Conclusion } from '../../../evals/run/conclude-run.ts';
import type { RunOutput } from '../../../evals/run/request.ts';
import { refuse } from '../../../spec/refusals.ts';
import type { CommandContext, View } from '../../command.ts';
import { documentText } from '../../present/envelope.ts';
import { withFurther } from '../../present/refusal.ts';
import { verdictJson } from '../../present/verdict-json.ts';
import { verdictText } from '../../present/verdict-text.ts';
import type { Settings } from '../../settings.ts';
import { fileFaults } from './output-folders.ts';

export type FormatName = 'text' | 'json';

/** Where a judged report goes: one format on stdout, others to files. */
export type Outputs = { readonly stdout: FormatName; readonly files: readonly RunOutput[] };

/** A file is read anywhere: the columns and signs of a plain terminal, no colour. */
const FILE_VIEW: View = { columns: 80, colour: 0, symbols: 'utf8' };

const FORMATS: { readonly [name in FormatName]: (conclusion: Conclusion, view: View) => string } = {
  text: verdictText,
  json: conclusion => documentText(verdictJson(conclusion)),
};

/** The text of a judged report in a format. */
export function formatted(name: FormatName, conclusion: Conclusion, view: View): string {
  return FORMATS[name](conclusion, view);
}

/**
 * Reads `--format` and `--json` before anything is begun. Rejects with UsageBadValue for an
 * unknown format or a file whose folder is not there, UsageConflict for two outputs at one place.
 */
export async function readOutputs(settings: Settings, { cwd }: CommandContext): Promise<Outputs> {
  const asked = settings.texts('format').map(text => askedFormat(text, cwd));
  const faults = asked.flatMap(one => ('fault' in one ? [one.fault] : []));
  const formats = asked.flatMap(one => ('fault' in one ? [] : [one]));
  const onStdout = new Set(formats.flatMap(({ name, file }) => (file === null ? [name] : [])));
  if (settings.on('json')) onStdout.add('json');
  if (onStdout.size > 1) faults.push(twice('stdout', '--format text and json', 'give one of them a PATH'));
  const files = formats.flatMap(({ name, file }) => (file === null ? [] : [{ name, file }]));
  for (const { file } of files) faults.push(...(await fileFaults('--format', file, cwd)));
  const repeated = files.find(({ file }, i) => files.findIndex(other => other.file === file) !== i);
  if (repeated !== undefined) faults.push(twice(repeated.file, '--format', 'give each its own PATH'));
  const [first, ...others] = faults;
  if (first !== undefined) throw withFurther([first, ...others]);
  const [stdout = 'text'] = onStdout;
  return {
    stdout,
    files: files.map(({ name, file }) => ({
      file,
      text: conclusion => formatted(name, conclusion, FILE_VIEW),
    })),
  };
}

type Asked = { readonly name: FormatName; readonly file: string | null } | { readonly fault: Refusal };

function askedFormat(text: string, cwd: string): Asked {
  const at = text.indexOf('=');
  const [name, path] = at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
  if (!isFormat(name)) {
    return {
      fault: refuse('UsageBadValue', {
        message: `\`--format\` does not know \`${name}\``,
        found: text,
        want: `${Object.keys(FORMATS).join(' or ')}, or NAME=PATH for a file`,
        hint: 'for example --format json=verdict.json',
        facts: { flag: '--format', text },
      }),
    };
  }
  if (path === '') {
    return {
      fault: refuse('UsageBadValue', {
        message: `\`--format ${text}\` names no file`,
        found: text,
        want: 'NAME for stdout, NAME=PATH for a file',
        hint: `for example --format ${name}=verdict.${name === 'json' ? 'json' : 'txt'}`,
        facts: { flag: '--format', text },
      }),
    };
  }
  return { name, file: path === null || path === '-' ? null : shownPath(resolve(cwd, path), cwd) };
}

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}

function twice(place: string, flag: string, hint: string): Refusal {
  return refuse('UsageConflict', {
    message: `two outputs can not both go to ${place}`,
    found: flag,
    want: 'at most one output at one place',
    hint,
    facts: { flags: ['--format'] },
  });
}
