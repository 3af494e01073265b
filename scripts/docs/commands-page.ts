import { helpPaths, renderHelp } from '../../cli/help.ts';

const HEAD = `# Commands

Every command with its flags, as \`contextful COMMAND --help\` prints it. The source is the command table,
\`cli/table.ts\`; \`contextful --help --json\` prints the table itself.

A value in the command line wins over an environment variable, that over \`contextful.toml\`, that over the default.
A flag that takes one value is refused when it is given twice, a value that starts with \`-\` is written \`--flag=-x\`,
and \`--\` ends the flags.
`;

/** The text of docs/cli.md. */
export function commandsPage(): string {
  return [HEAD, ...helpPaths().map(section)].join('\n');
}

function section(path: readonly string[]): string {
  const title = ['contextful', ...path].join(' ');
  return `## ${title}\n\n\`\`\`\n${renderHelp(path)}\`\`\`\n`;
}
