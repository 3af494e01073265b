import type { EffectPorts } from '../../../tui/index.ts';
import type { CommandContext } from '../../command.ts';
import { configFloors } from '../eval/config-floors.ts';

/** What the actions of a session work with. */
export async function effectPorts(context: CommandContext): Promise<EffectPorts> {
  const { ownProgram, realPrograms } = await import('../../../tui/index.ts');
  const { root, env, clock, after, config, look } = context;
  const tui = { ...look?.file.config.tui, ...config.tui };
  return {
    root,
    env,
    clock,
    after,
    programs: realPrograms(root, env),
    own: ownProgram(),
    settings: {
      clipboard: tui.clipboard ?? 'auto',
      editor: tui.editor,
      confirm: config.tui?.confirm ?? true,
      baseline: config.eval?.baseline,
      raiseExcept: config.eval?.raise_except ?? [],
      unscoredMax: config.eval?.unscored_max ?? 0,
      floors: configFloors(context),
    },
  };
}
