/** Look of a piece of log, as its SGR sequences said; what is absent is the terminal's own. */
export type LogStyle = {
  /** `red`, `bright-red`, `ansi256:208` or `#ff000a`. */
  readonly fg?: string;
  readonly bg?: string;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly inverse?: true;
  readonly strike?: true;
};

/**
 * The style after one SGR sequence, by its parameters (`1;32`, `38:2::255:0:10`). Unknown ones change nothing.
 * Blinking is ignored, and hidden text too: what a log holds is shown.
 */
export function restyled(style: LogStyle, parameters: string): LogStyle {
  const codes = parameters.split(';').map(part => part.split(':'));
  let now = style;
  for (let i = 0; i < codes.length; i += 1) {
    const [first = '', ...rest] = codes[i] ?? [];
    const code = first === '' ? 0 : Number(first);
    if (code !== 38 && code !== 48 && code !== 58) {
      now = plainly(now, code === 4 && rest[0] === '0' ? 24 : code);
      continue;
    }
    const colour =
      rest.length > 0 ? colonColour(rest) : semicolonColour(codes.slice(i + 1).map(([own = '']) => own));
    if (colour.name !== undefined && code !== 58) now = { ...now, [code === 38 ? 'fg' : 'bg']: colour.name };
    if (rest.length === 0) i += colour.used;
  }
  return now;
}

export function isSameStyle(a: LogStyle, b: LogStyle): boolean {
  return MEMBERS.every(member => a[member] === b[member]);
}

const MEMBERS = ['fg', 'bg', 'bold', 'dim', 'italic', 'underline', 'inverse', 'strike'] as const;
type Member = (typeof MEMBERS)[number];

const ON: Readonly<Record<number, LogStyle>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  9: { strike: true },
  21: { underline: true },
};
const OFF: Readonly<Record<number, readonly Member[]>> = {
  0: MEMBERS,
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['strike'],
  39: ['fg'],
  49: ['bg'],
};
const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
/** First code of eight colours, and what they are. */
const EIGHTS: readonly (readonly [from: number, member: 'fg' | 'bg', prefix: string])[] = [
  [30, 'fg', ''],
  [40, 'bg', ''],
  [90, 'fg', 'bright-'],
  [100, 'bg', 'bright-'],
];

function plainly(style: LogStyle, code: number): LogStyle {
  const on = ON[code];
  if (on !== undefined) return { ...style, ...on };
  const off = OFF[code];
  if (off !== undefined) return without(style, off);
  const eight = EIGHTS.find(([from]) => code >= from && code < from + NAMES.length);
  if (eight === undefined) return style;
  const [from, member, prefix] = eight;
  return { ...style, [member]: `${prefix}${NAMES[code - from]}` };
}

function without(style: LogStyle, members: readonly Member[]): LogStyle {
  return Object.fromEntries(Object.entries(style).filter(([member]) => !members.some(one => one === member)));
}

type Colour = { readonly name: string | undefined; readonly used: number };

/** `5;N` or `2;R;G;B`, as xterm takes them, with the number of parameters that they are. */
function semicolonColour([kind, ...values]: readonly string[]): Colour {
  if (kind === '5') return { name: indexed(values[0]), used: 2 };
  return kind === '2' ? { name: mixed(values.slice(0, 3)), used: 4 } : { name: undefined, used: 1 };
}

/** `5:N`, `2:R:G:B` or `2:SPACE:R:G:B` (ISO 8613-6). */
function colonColour([kind, ...values]: readonly string[]): Colour {
  if (kind === '5') return { name: indexed(values[0]), used: 0 };
  if (kind !== '2') return { name: undefined, used: 0 };
  return { name: mixed(values.length > 3 ? values.slice(1, 4) : values), used: 0 };
}

function indexed(index: string | undefined): string | undefined {
  const number = Number(index ?? '');
  return index !== undefined && number <= 255 ? `ansi256:${number}` : undefined;
}

function mixed(channels: readonly string[]): string | undefined {
  if (channels.length < 3 || channels.some(channel => Number(channel) > 255)) return undefined;
  return `#${channels.map(channel => Number(channel).toString(16).padStart(2, '0')).join('')}`;
}
