import type { Config } from '../core/config-file/index.ts';
import type { Refusal } from '../core/refusal.ts';
import type { ConfigPlaces } from './command.ts';
import { type LoadedConfig, type LoadedLook, mergeSettings } from './config.ts';
import { epochFault } from './env.ts';
import type { Host } from './host.ts';
import { loadConfig, loadLook } from './load-config.ts';
import { flagsOf } from './lookup.ts';
import type { Invocation } from './parse.ts';
import { withFurther } from './present/refusal.ts';
import { findRoot } from './root.ts';
import { type Settings, settingsOf } from './settings.ts';

export type Run = Extract<Invocation, { kind: 'run' }>;

/** Where a command runs and with what. */
export type Project = {
  readonly root: string;
  readonly config: Config;
  readonly configPath: string | undefined;
  readonly configPlaces: ConfigPlaces;
  /** The user's own file, read for the command that has screens. */
  readonly look: LoadedLook | undefined;
  readonly settings: Settings;
  /** The user's own environment, as children get it. */
  readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * Root, then configuration, then environment (tui-cli.md 3). The first of these that finds faults throws all of its
 * own as one refusal.
 */
export async function openProject({ command, given, words }: Run, host: Host): Promise<Project> {
  const env = { ...host.env };
  const flags = flagsOf(command);
  const places = mergeSettings(
    command,
    flags.filter(flag => flag.name === 'root' || flag.name === 'config'),
    { given, env, config: undefined, cwd: host.cwd },
  );
  if (!places.ok) throw combined(places.faults);
  const { text } = settingsOf(places.settings, words);
  const found = findRoot({ cwd: host.cwd, root: text('root'), config: text('config') });
  if (!found.ok && command.needs !== 'nothing') throw found.refusal;
  const configPath = found.ok && command.needs === 'config' ? found.configPath : undefined;
  const config = configPath === undefined ? undefined : await readConfig(configPath);
  const look = command.path[0] === 'tui' ? await readLook(env) : undefined;
  const merged = mergeSettings(command, flags, { given, env, config, look, cwd: host.cwd });
  if (!merged.ok) throw combined(merged.faults);
  const epoch = command.needs === 'nothing' ? undefined : epochFault(env);
  if (epoch !== undefined) throw epoch;
  return {
    root: found.ok ? found.root : host.cwd,
    config: config?.file.config ?? { version: 1 },
    configPath,
    configPlaces: config?.file.places ?? new Map(),
    look,
    settings: settingsOf(merged.settings, words),
    env,
  };
}

async function readLook(env: Host['env']): Promise<LoadedLook | undefined> {
  const loading = await loadLook(env);
  if (loading === undefined || loading.ok) return loading?.config;
  throw combined(loading.faults);
}

async function readConfig(path: string): Promise<LoadedConfig> {
  const loading = await loadConfig(path);
  if (!loading.ok) throw combined(loading.faults);
  return loading.config;
}

function combined(faults: readonly Refusal[]): Refusal {
  const [first, ...others] = faults;
  if (first === undefined) throw new TypeError('there is no fault to report');
  return withFurther([first, ...others]);
}
