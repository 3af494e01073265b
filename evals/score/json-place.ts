import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** Deeper JSON is refused: its reader would run out of stack. */
const MAX_NESTING = 200;

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false } as const;

/** The syntax tree of a JSON text, strictly: a fault that a lenient reader would mend is one. */
export function strictTree(text: string): { readonly root: Node } | { readonly faultAt: number } {
  const deep = tooDeepAt(text);
  if (deep !== undefined) return { faultAt: deep };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, STRICT);
  if (errors[0] !== undefined || root === undefined) return { faultAt: errors[0]?.offset ?? 0 };
  return isJson(text) ? { root } : { faultAt: 0 };
}

/** 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Line of the deepest member of a path that a JSON text holds. */
export function lineOfMember(text: string, path: readonly (string | number)[]): number {
  const tree = strictTree(text);
  if (!('root' in tree)) return lineAt(text, tree.faultAt);
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = findNodeAtLocation(tree.root, path.slice(0, depth));
    if (node !== undefined) return lineAt(text, node.offset);
  }
  return 1;
}

/** Offset at which the nesting passes the bound. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (quoted) {
      if (unit === BACKSLASH) i += 1;
      else if (unit === QUOTE) quoted = false;
    } else if (unit === QUOTE) quoted = true;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      depth += 1;
      if (depth > MAX_NESTING) return i;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth -= 1;
  }
  return undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The language's own parser has the last word on what JSON is. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
