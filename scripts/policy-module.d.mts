/** `text` = the built module, `digest` = its SHA-256 as `sha256:<hex>`. */
export function buildPolicyModule(): Promise<{ readonly text: string; readonly digest: string }>;
