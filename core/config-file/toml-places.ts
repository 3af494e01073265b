/** 1-based line and column of a key in its file. */
export type TomlPlace = { readonly line: number; readonly column: number };

/**
 * Where each key of a valid TOML document stands, by key path: `eval.floors[1].path`. Table headers count as the
 * place of their last name. The text must have passed the TOML parser: this reader only follows its shape, because
 * the parser gives values without places.
 */
export function tomlPlaces(text: string): ReadonlyMap<string, TomlPlace> {
  const places = new Map<string, TomlPlace>();
  const arrays = new Map<string, number>();
  const cursor = new Cursor(text);
  let table = '';
  for (let next = cursor.next(); next !== ''; next = cursor.next()) {
    if (next === '[') table = readHeader(cursor, places, arrays);
    else readPair(cursor, table, places);
  }
  return places;
}

/** The text of a key path: names joined by dots, positions in brackets, names that need it quoted. */
export function keyPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, part) => join(text, part), '');
}

function join(path: string, part: string | number): string {
  if (typeof part === 'number') return `${path}[${part}]`;
  const name = /^[A-Za-z0-9_-]+$/.test(part) ? part : JSON.stringify(part);
  return path === '' ? name : `${path}.${name}`;
}

function readHeader(cursor: Cursor, places: Map<string, TomlPlace>, arrays: Map<string, number>): string {
  const isArray = cursor.text.startsWith('[[', cursor.at);
  cursor.at += isArray ? 2 : 1;
  let path = '';
  let name = readName(cursor);
  while (true) {
    path = join(path, name.name);
    if (!cursor.takeDot()) break;
    const index = arrays.get(path);
    if (index !== undefined) path = join(path, index);
    name = readName(cursor);
  }
  if (isArray) {
    const index = (arrays.get(path) ?? -1) + 1;
    arrays.set(path, index);
    if (index === 0) places.set(path, name.place);
    path = join(path, index);
  }
  places.set(path, name.place);
  cursor.toLineEnd();
  return path;
}

/** `a.b = value`; the places of both names and of the keys inside the value. */
function readPair(cursor: Cursor, table: string, places: Map<string, TomlPlace>): void {
  let path = table;
  do {
    const { name, place } = readName(cursor);
    path = join(path, name);
    if (!places.has(path)) places.set(path, place);
  } while (cursor.takeDot());
  cursor.skipTo('=');
  readValue(cursor, path, places);
}

function readValue(cursor: Cursor, path: string, places: Map<string, TomlPlace>): void {
  const next = cursor.next();
  if (next === '{') readInlineTable(cursor, path, places);
  else if (next === '[') readArray(cursor, path, places);
  else if (next === '"' || next === "'") cursor.takeString();
  else cursor.takeBare();
}

function readInlineTable(cursor: Cursor, path: string, places: Map<string, TomlPlace>): void {
  cursor.at += 1;
  for (let next = cursor.next(); next !== '' && next !== '}'; next = cursor.next()) {
    if (next === ',') cursor.at += 1;
    else readPair(cursor, path, places);
  }
  cursor.at += 1;
}

function readArray(cursor: Cursor, path: string, places: Map<string, TomlPlace>): void {
  cursor.at += 1;
  let index = 0;
  for (let next = cursor.next(); next !== '' && next !== ']'; next = cursor.next()) {
    if (next === ',') {
      cursor.at += 1;
      index += 1;
      continue;
    }
    places.set(join(path, index), cursor.place());
    readValue(cursor, join(path, index), places);
  }
  cursor.at += 1;
}

function readName(cursor: Cursor): { readonly name: string; readonly place: TomlPlace } {
  cursor.skipBlank();
  const place = cursor.place();
  const first = cursor.peek();
  if (first === '"' || first === "'") return { name: cursor.takeString(), place };
  const start = cursor.at;
  while (!cursor.atEnd() && /[A-Za-z0-9_-]/.test(cursor.peek())) cursor.at += 1;
  // A character that can start no name never stands here in a valid document; stepping over it ends every loop.
  if (cursor.at === start) cursor.at += 1;
  return { name: cursor.text.slice(start, cursor.at), place };
}

class Cursor {
  readonly text: string;
  at = 0;
  #line = 1;
  #lineStart = 0;
  #counted = 0;

  constructor(text: string) {
    this.text = text;
  }

  peek(): string {
    return this.text.charAt(this.at);
  }

  /** The next sign that is no blank, comment or line end; empty at the end of the text. */
  next(): string {
    this.skipBlank();
    return this.peek();
  }

  atEnd(): boolean {
    return this.at >= this.text.length;
  }

  place(): TomlPlace {
    for (; this.#counted < this.at; this.#counted += 1) {
      if (this.text.charAt(this.#counted) === '\n') {
        this.#line += 1;
        this.#lineStart = this.#counted + 1;
      }
    }
    return { line: this.#line, column: this.at - this.#lineStart + 1 };
  }

  /** Over white space, line ends and comments. */
  skipBlank(): void {
    while (!this.atEnd()) {
      if (this.peek() === '#') this.toLineEnd();
      else if (/\s/.test(this.peek())) this.at += 1;
      else return;
    }
  }

  toLineEnd(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end;
  }

  skipTo(sign: string): void {
    const found = this.text.indexOf(sign, this.at);
    this.at = found === -1 ? this.text.length : found + sign.length;
  }

  takeDot(): boolean {
    this.skipBlank();
    if (this.peek() !== '.') return false;
    this.at += 1;
    return true;
  }

  /** Over a number, date or boolean; at least one sign, so that text of any shape comes to an end. */
  takeBare(): void {
    do this.at += 1;
    while (!this.atEnd() && !/[\n,\]}#]/.test(this.peek()));
  }

  /** Reads a string of any of the four forms; basic escapes are undone, since names are compared as text. */
  takeString(): string {
    const quote = this.peek();
    const fence = this.text.startsWith(quote.repeat(3), this.at) ? quote.repeat(3) : quote;
    this.at += fence.length;
    const start = this.at;
    while (!this.atEnd() && !this.text.startsWith(fence, this.at)) {
      this.at += quote === '"' && this.peek() === '\\' ? 2 : 1;
    }
    const raw = this.text.slice(start, this.at);
    this.at += fence.length;
    // A multi-line string may end in quotes of its own: """a"""" holds one.
    while (fence.length === 3 && this.peek() === quote) this.at += 1;
    return quote === '"' ? withoutEscapes(raw) : raw;
  }
}

function withoutEscapes(raw: string): string {
  return raw.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g, (_whole, short, long, sign) => {
    const hex: string | undefined = short ?? long;
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return ESCAPES.get(sign) ?? sign;
  });
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['f', '\f'],
  ['r', '\r'],
]);
