import { type Binding, bindings } from '../../tui/bindings.ts';
import { code, markdownTable, plain } from './markdown.ts';

const INTRODUCTION = `# Keys

Every key of \`contextful tui\`, by group. \`?\` shows those of the screen that you are on. Keys of \`run\` act where a
run is shown, keys of \`live\` on a run that goes on, all others everywhere. An action that writes is off in
read-only mode.

Other keys are set by action in \`contextful.toml\`, or for all your projects in \`contextful/tui.toml\` of your
configuration folder; see [the terminal UI](tui.md#keys-of-your-own).
`;

/** The text of docs/keys.md. */
export function keysPage(): string {
  const groups = [...new Set(bindings.map(({ group }) => group))];
  return [INTRODUCTION, ...groups.map(section)].join('\n');
}

function section(group: string): string {
  const rows = (bindings as readonly Binding[])
    .filter(binding => binding.group === group)
    .map(({ id, keys, label, mutates }) => [
      keys.map(code).join(' '),
      plain(label),
      code(id),
      mutates ? 'yes' : '',
    ]);
  return `## ${group}\n\n${markdownTable(['Keys', 'What it does', 'Action', 'Writes'], rows)}`;
}
