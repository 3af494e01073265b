/** What `rustc --print cfg` says of a target: bare names, and values by name. */
export type TargetCfg = ReadonlySet<string>;

/** Lines as `unix` and `target_os="linux"`. */
export function readCfg(output: string): TargetCfg {
  return new Set(output.split('\n').filter(line => line !== ''));
}

/**
 * Whether the key of a `[target.'cfg(…)']` table holds for a target: `all`, `any`, `not`, names, and `name = "value"`.
 * What cannot be read holds for none, as cargo itself would refuse it.
 */
export function matchesCfg(key: string, cfg: TargetCfg): boolean {
  const inner = /^cfg\((.*)\)$/s.exec(key.trim())?.[1];
  if (inner === undefined) return false;
  const tokens = inner.match(TOKEN) ?? [];
  const reader = { tokens, at: 0 };
  const value = expression(reader, cfg);
  return value === true && reader.at === tokens.length;
}

const TOKEN = /"[^"]*"|[A-Za-z_][A-Za-z0-9_]*|[(),=]|\S/g;

type Reader = { readonly tokens: readonly string[]; at: number };

/** undefined where the text is no expression. */
function expression(reader: Reader, cfg: TargetCfg): boolean | undefined {
  const name = take(reader);
  if (name === undefined || !/^[A-Za-z_]/.test(name)) return undefined;
  if (peek(reader) === '(') return group(name, reader, cfg);
  if (name === 'true' || name === 'false') return name === 'true';
  if (peek(reader) !== '=') return cfg.has(name);
  take(reader);
  const value = take(reader);
  return value?.startsWith('"') ? cfg.has(`${name}=${value}`) : undefined;
}

function group(name: string, reader: Reader, cfg: TargetCfg): boolean | undefined {
  take(reader);
  const values: boolean[] = [];
  while (peek(reader) !== ')') {
    const value = expression(reader, cfg);
    if (value === undefined) return undefined;
    values.push(value);
    if (peek(reader) === ',') take(reader);
    else if (peek(reader) !== ')') return undefined;
  }
  take(reader);
  if (name === 'all') return values.every(Boolean);
  if (name === 'any') return values.some(Boolean);
  return name === 'not' && values.length === 1 ? values[0] === false : undefined;
}

function peek(reader: Reader): string | undefined {
  return reader.tokens[reader.at];
}

function take(reader: Reader): string | undefined {
  const token = reader.tokens[reader.at];
  reader.at += 1;
  return token;
}
