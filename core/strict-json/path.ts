const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** `expected.artifacts[0]`; a name that is no plain word is quoted: `["a b"].c`. */
export function jsonPathText(path: readonly (string | number)[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (!PLAIN_NAME.test(part)) text += `[${JSON.stringify(part)}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}
