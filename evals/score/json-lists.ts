/** An element of a watched list. list: position in the watched paths; line: 1-based line of its first byte. */
export type ListItem = { readonly list: number; readonly bytes: Uint8Array; readonly line: number };

/** Member names from the top of the document to a list. */
export type ListPath = readonly string[];

/**
 * Takes the elements of some lists out of a JSON text that goes by in chunks. Returns the text with those
 * lists empty but for their line feeds, so that its lines keep their numbers. What is no JSON stays in the
 * text or in an element, for their reader to refuse.
 */
export async function splitLists(
  chunks: AsyncIterable<Uint8Array>,
  lists: readonly ListPath[],
  onItem: (item: ListItem) => void,
): Promise<Uint8Array> {
  const splitter = new ListSplitter(lists, onItem);
  for await (const chunk of chunks) splitter.push(chunk);
  return splitter.rest();
}

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;

/** The position in a JSON text between two chunks. */
class ListSplitter {
  readonly #lists: readonly ListPath[];
  readonly #onItem: (item: ListItem) => void;
  readonly #rest = new ByteSink();
  readonly #item = new ByteSink();
  readonly #text = new ByteSink();
  readonly #taken = new Set<number>();
  readonly #deepest: number;
  /** Name of the member that is open at each depth; index 0 is unused. */
  readonly #path: string[] = [''];
  #depth = 0;
  #quoted = false;
  #escaped = false;
  #line = 1;
  /** The watched list that is open, -1 for none, and how many of its elements went by. */
  #list = -1;
  #listDepth = 0;
  #items = 0;
  /** Line of the element that is open, 0 for none. */
  #itemLine = 0;

  constructor(lists: readonly ListPath[], onItem: (item: ListItem) => void) {
    this.#lists = lists;
    this.#onItem = onItem;
    this.#deepest = Math.max(...lists.map(list => list.length));
  }

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (this.#quoted) this.#inText(byte);
      else this.#outside(byte);
    }
  }

  /** The text without the elements; one that never ended is left in it. */
  rest(): Uint8Array {
    for (const byte of this.#item.take()) this.#rest.add(byte);
    return this.#rest.take();
  }

  #inText(byte: number): void {
    this.#emit(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#quoted = false;
    if (this.#quoted && this.#isWatching()) this.#text.add(byte);
  }

  #outside(byte: number): void {
    if (byte === LINE_FEED) this.#lineFeed();
    else if (byte === COMMA && this.#isBetweenItems()) this.#endItem();
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open(byte);
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#close(byte);
    else if (byte > SPACE || this.#list < 0 || this.#itemLine > 0) this.#token(byte);
  }

  #token(byte: number): void {
    if (byte === QUOTE) {
      this.#quoted = true;
      this.#text.take();
    } else if (byte === COLON && this.#isWatching()) {
      this.#path[this.#depth] = decodeName(this.#text.take());
    }
    this.#emit(byte);
  }

  /** The remaining text keeps every line feed, so that its lines keep their numbers. */
  #lineFeed(): void {
    this.#line += 1;
    this.#rest.add(LINE_FEED);
    if (this.#itemLine > 0) this.#item.add(LINE_FEED);
  }

  #open(byte: number): void {
    const list =
      byte === OPEN_BRACKET && this.#list < 0 ? this.#lists.findIndex(path => this.#isAt(path)) : -1;
    this.#emit(byte);
    this.#depth += 1;
    this.#path[this.#depth] = '';
    if (list < 0 || this.#taken.has(list)) return;
    this.#taken.add(list);
    this.#list = list;
    this.#listDepth = this.#depth;
    this.#items = 0;
  }

  #close(byte: number): void {
    if (this.#isBetweenItems()) {
      if (this.#itemLine > 0 || this.#items > 0) this.#endItem();
      this.#list = -1;
    }
    this.#depth -= 1;
    this.#emit(byte);
  }

  #endItem(): void {
    this.#onItem({ list: this.#list, bytes: this.#item.take(), line: this.#itemLine || this.#line });
    this.#items += 1;
    this.#itemLine = 0;
  }

  #emit(byte: number): void {
    if (this.#list < 0) this.#rest.add(byte);
    else {
      if (this.#itemLine === 0) this.#itemLine = this.#line;
      this.#item.add(byte);
    }
  }

  /** Member names matter above the deepest list, outside all of them. */
  #isWatching(): boolean {
    return this.#list < 0 && this.#depth <= this.#deepest;
  }

  #isBetweenItems(): boolean {
    return this.#list >= 0 && this.#depth === this.#listDepth;
  }

  #isAt(path: ListPath): boolean {
    return path.length === this.#depth && path.every((name, i) => this.#path[i + 1] === name);
  }
}

function decodeName(raw: Uint8Array): string {
  try {
    const name: unknown = JSON.parse(`"${new TextDecoder().decode(raw)}"`);
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}

/** Bytes that grow in place. */
class ByteSink {
  #bytes = new Uint8Array(1 << 12);
  #length = 0;

  add(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  /** What was added since the last time. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }
}
