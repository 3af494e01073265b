import { shownPath } from '../../../core/shown-path.ts';
import type { RawFloor } from '../../../evals/gate/project-floors.ts';
import type { CommandContext } from '../../command.ts';

/** `[[eval.floors]]` with the places of its entries. */
export function configFloors({ config, configPath, configPlaces, cwd }: CommandContext): readonly RawFloor[] {
  const file = configPath === undefined ? 'contextful.toml' : shownPath(configPath, cwd);
  return (config.eval?.floors ?? []).map((entry, i) => {
    const path = `eval.floors[${i}]`;
    return { entry, place: { file, path, ...configPlaces.get(path) } };
  });
}
