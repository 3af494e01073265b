import type { RawFloor } from '../../../evals/gate/project-floors.ts';
import type { CommandContext } from '../../command.ts';

/** `[[eval.floors]]` with the places of its entries. */
export function configFloors({ config, configPath }: CommandContext): readonly RawFloor[] {
  return (config.eval?.floors ?? []).map((entry, i) => ({
    entry,
    place: { file: configPath ?? 'contextful.toml', path: `eval.floors[${i}]` },
  }));
}
