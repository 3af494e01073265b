/** Bytes of a text that terminals take; the sequence then stays under the 100,000 that they share as a limit. */
const LONGEST = 74_000;

/**
 * The escape sequence that puts a text on the clipboard, doubled through tmux; null over 74,000 bytes. tui-cli.md 20
 * [clipboard.osc52].
 */
export function osc52(text: string, { tmux }: { readonly tmux: boolean }): string | null {
  const bytes = Buffer.from(text);
  if (bytes.length > LONGEST) return null;
  const sequence = `\x1b]52;c;${bytes.toString('base64')}\x07`;
  return tmux ? `\x1bPtmux;${sequence.replaceAll('\x1b', '\x1b\x1b')}\x1b\\` : sequence;
}
