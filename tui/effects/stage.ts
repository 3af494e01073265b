import type { Effect } from '../state/state.ts';

/** What effects may do to the terminal that the interface is on. */
export type Stage = {
  /** Writes a sequence, such as one that copies. */
  readonly write: (text: string) => void;
  /** Gives the terminal to another program for as long as `action` takes, and draws the screen anew after it. */
  readonly lend: <T>(action: () => Promise<T>) => Promise<T>;
  readonly reload: () => void;
  readonly repaint: () => void;
  readonly suspend: () => Promise<void>;
  readonly mouse: (on: boolean) => void;
};

export type StageEffect = Extract<Effect, { t: 'reload' | 'repaint' | 'suspend' | 'mouse' }>;

export function isStageEffect(effect: Effect): effect is StageEffect {
  return ['reload', 'repaint', 'suspend', 'mouse'].includes(effect.t);
}

/** Carries out what is about the terminal itself. */
export async function performOnStage(effect: StageEffect, stage: Stage): Promise<void> {
  switch (effect.t) {
    case 'reload':
      return stage.reload();
    case 'repaint':
      return stage.repaint();
    case 'suspend':
      return stage.suspend();
    case 'mouse':
      return stage.mouse(effect.on);
  }
}
