/** A table with its columns as they come; cells must be Markdown already. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

/** Plain text as Markdown that shows every character as it is, also inside a table cell. */
export function plain(text: string): string {
  return text.replace(/[\\`*_[\]|<>&]/g, '\\$&');
}

export function code(text: string): string {
  return `\`${text}\``;
}
