/**
 * A value as what it is made of (tui-cli.md 14, key `w`): a row holds the offset of its first byte in
 * hexadecimal, the bytes of its code points, and the code points, printable ASCII as itself and all else as
 * `U+XXXX`. No code point is broken over two rows. Plain ASCII, so hiding and reordering have no effect; a lone
 * surrogate shows the three bytes that its number would have. Rows take at most `width` cells from 32 on.
 */
export function codePointView(text: string, width: number): readonly string[] {
  const rows: string[] = [];
  const { bytes: room, signs: signRoom } = roomIn(width);
  let row = { at: 0, bytes: '', signs: '' };
  let at = 0;
  const flush = (): void => {
    if (row.bytes !== '') rows.push(`${offset(row.at)}  ${row.bytes.padEnd(room)}  ${row.signs}`);
    row = { at, bytes: '', signs: '' };
  };
  for (const point of text) {
    const code = point.codePointAt(0) ?? 0;
    const bytes = encoded(code);
    const next = {
      bytes: joined(row.bytes, bytes.map(hexByte).join(' ')),
      signs: joined(row.signs, sign(code)),
    };
    const fits = next.bytes.length <= room && next.signs.length <= signRoom;
    if (!fits) flush();
    row = fits ? { ...row, ...next } : { at, bytes: bytes.map(hexByte).join(' '), signs: sign(code) };
    at += bytes.length;
  }
  flush();
  return rows;
}

const OFFSET_CELLS = 6;
const GAPS = 4;
/** Bytes of a row, most first; each also needs two cells for its sign. */
const BYTES_OF_ROW = [16, 8, 4] as const;
const WIDEST_SIGN = 'U+10FFFF'.length;

function roomIn(width: number): { readonly bytes: number; readonly signs: number } {
  const count = BYTES_OF_ROW.find(bytes => OFFSET_CELLS + GAPS + 3 * bytes - 1 + 2 * bytes - 1 <= width) ?? 4;
  const bytes = 3 * count - 1;
  return { bytes, signs: Math.max(WIDEST_SIGN, width - OFFSET_CELLS - GAPS - bytes) };
}

function joined(before: string, next: string): string {
  return before === '' ? next : `${before} ${next}`;
}

function offset(at: number): string {
  return at.toString(16).padStart(OFFSET_CELLS, '0');
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function sign(code: number): string {
  if (code > 0x20 && code < 0x7f) return String.fromCodePoint(code);
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** UTF-8, and for lone surrogates its pattern too: an encoder would put U+FFFD in their place. */
function encoded(code: number): readonly number[] {
  if (code < 0x80) return [code];
  const tail = (shift: number): number => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x800) return [0xc0 | (code >> 6), tail(0)];
  if (code < 0x10000) return [0xe0 | (code >> 12), tail(6), tail(0)];
  return [0xf0 | (code >> 18), tail(12), tail(6), tail(0)];
}
