/** An object of a watched list: where it stands in the file, and its bytes until the next block is scanned. */
export type ScannedItem = {
  readonly list: number;
  readonly start: number;
  readonly bytes: Buffer;
};

/** Member names from the top of the document to a list, one or two of them. */
type ListPath = readonly [string] | readonly [string, string];

const QUOTE = 0x22;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const DEEPEST_NAME = 2;

/**
 * Finds the objects in some lists of a JSON text that goes by in blocks, with their byte offsets, and keeps the rest of
 * the text, in which those lists are empty. It counts brackets outside strings and nothing else: whether an item is
 * JSON is for its reader to say. Other values in the lists are passed over.
 */
export class ItemScanner {
  readonly #lists: readonly ListPath[];
  readonly #head: Buffer[] = [];
  readonly #names: string[] = ['', '', ''];
  #name: number[] = [];
  #offset = 0;
  #depth = 0;
  #quoted = false;
  #escaped = false;
  /** The watched list that is open, -1 for none, and the depth of its items. */
  #list = -1;
  #listDepth = 0;
  #itemStart = -1;
  #parts: Buffer[] = [];

  constructor(lists: readonly ListPath[]) {
    this.#lists = lists;
  }

  /** Where the text broke off; null: it came to its end. */
  brokenAt(): number | null {
    return this.#depth === 0 && !this.#quoted && this.#offset > 0 ? null : this.#offset;
  }

  head(): Buffer {
    return Buffer.concat(this.#head);
  }

  *push(block: Buffer): Generator<ScannedItem> {
    let at = 0;
    while (at < block.length) {
      if (this.#list < 0) at = this.#outside(block, at);
      else {
        const end = this.#inside(block, at);
        if (this.#itemStart >= 0 && this.#depth === this.#listDepth && end > at) {
          yield this.#item(block, end);
        }
        at = end;
      }
    }
    if (this.#itemStart >= 0) {
      this.#parts.push(Buffer.from(block.subarray(Math.max(0, this.#itemStart - this.#offset))));
    }
    this.#offset += block.length;
  }

  #item(block: Buffer, end: number): ScannedItem {
    const start = this.#itemStart;
    const own = block.subarray(Math.max(0, start - this.#offset), end);
    const bytes = this.#parts.length === 0 ? own : Buffer.concat([...this.#parts, own]);
    this.#parts = [];
    this.#itemStart = -1;
    return { list: this.#list, start, bytes };
  }

  /** Inside a watched list, up to the end of an item, of the list or of the block. The loop is the whole cost. */
  #inside(block: Buffer, from: number): number {
    let [depth, quoted, escaped] = [this.#depth, this.#quoted, this.#escaped];
    let at = from;
    const stop = this.#listDepth;
    for (; at < block.length; at += 1) {
      const byte = block[at];
      if (quoted) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) quoted = false;
      } else if (byte === QUOTE) quoted = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (depth === stop) this.#itemStart = this.#offset + at;
        depth += 1;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (depth === stop) break;
        depth -= 1;
        if (depth === stop) {
          at += 1;
          break;
        }
      }
    }
    [this.#depth, this.#quoted, this.#escaped] = [depth, quoted, escaped];
    const isListEnd = this.#itemStart < 0 && at < block.length && !quoted && depth === stop;
    if (isListEnd) this.#list = -1;
    return at;
  }

  /** Outside the lists, up to the beginning of one or the end of the block. */
  #outside(block: Buffer, from: number): number {
    for (let at = from; at < block.length; at += 1) {
      const byte = block[at] ?? 0;
      if (this.#quoted) this.#inText(byte);
      else if (byte === QUOTE) {
        this.#quoted = true;
        this.#name = [];
      } else if (byte === COLON) this.#endName();
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        const list = byte === OPEN_BRACKET ? this.#listHere() : -1;
        this.#depth += 1;
        if (list >= 0) {
          this.#list = list;
          this.#listDepth = this.#depth;
          this.#keep(block, from, at + 1);
          return at + 1;
        }
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#depth -= 1;
    }
    this.#keep(block, from, block.length);
    return block.length;
  }

  #keep(block: Buffer, from: number, to: number): void {
    this.#head.push(Buffer.from(block.subarray(from, to)));
  }

  #inText(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#quoted = false;
      return;
    }
    if (this.#depth <= DEEPEST_NAME) this.#name.push(byte);
  }

  #endName(): void {
    if (this.#depth <= DEEPEST_NAME) this.#names[this.#depth] = Buffer.from(this.#name).toString('utf8');
  }

  #listHere(): number {
    return this.#lists.findIndex(
      path => path.length === this.#depth && path.every((name, i) => this.#names[i + 1] === name),
    );
  }
}
