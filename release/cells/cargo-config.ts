import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { isJsonObject, type JsonObject } from '../../core/json.ts';

/**
 * The configuration files that cargo merges for a workspace: of the root, its ancestors, and its home. A file that is
 * no TOML is left to cargo, which refuses it.
 */
export async function readCargoConfigs(
  root: string,
  cargoHome: string | undefined,
): Promise<readonly JsonObject[]> {
  const folders: string[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    folders.push(join(folder, '.cargo'));
    if (dirname(folder) === folder) break;
  }
  if (cargoHome !== undefined && !folders.includes(cargoHome)) folders.push(cargoHome);
  const read = await Promise.all(folders.map(readOne));
  return read.filter(config => config !== undefined);
}

/** Of the two names cargo takes the older one where both stand. */
async function readOne(folder: string): Promise<JsonObject | undefined> {
  for (const name of ['config', 'config.toml']) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
    if (text !== undefined) return parsed(text);
  }
  return undefined;
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}

/** Keys of `[target.<key>]` tables that set rustflags, in any of the files. */
export function targetsWithFlags(configs: readonly JsonObject[]): readonly string[] {
  return configs.flatMap(config => {
    const targets = config['target'];
    if (!isJsonObject(targets)) return [];
    return Object.entries(targets).flatMap(([key, value]) =>
      isJsonObject(value) && value['rustflags'] !== undefined ? [key] : [],
    );
  });
}
