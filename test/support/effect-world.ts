import { systemClock } from '../../core/context.ts';
import { createLoader } from '../../tui/effects/load/index.ts';
import { createPerformer, type EffectPorts, type EffectStage } from '../../tui/effects/perform.ts';
import type { Programs } from '../../tui/effects/programs.ts';
import { createSource } from '../../tui/effects/source.ts';
import { isStageEffect } from '../../tui/effects/stage.ts';
import { createSession, type Session } from '../../tui/session.ts';
import { DEFAULT_PREFERENCES, type Effect, initialState } from '../../tui/state/state.ts';

export type EffectWorld = {
  readonly session: Session;
  /** Programs that were started, each with what it was given. */
  readonly started: readonly (readonly string[])[];
  /** Sequences that the terminal got. */
  readonly written: readonly string[];
  /** What happened to the terminal, in order. */
  readonly stage: readonly string[];
  readonly effects: readonly Effect[];
  readonly press: (...chords: readonly string[]) => Promise<void>;
  readonly notice: () => string | undefined;
};

export type EffectWishes = {
  readonly link?: string;
  readonly ports?: Partial<EffectPorts>;
  readonly settings?: Partial<EffectPorts['settings']>;
  readonly programs?: Partial<Programs>;
  readonly readOnlyReason?: string;
  readonly write?: EffectStage['write'];
};

/** A session over a real store whose effects are real, but for programs and the terminal. */
export async function effectWorld(root: string, wishes: EffectWishes = {}): Promise<EffectWorld> {
  const started: (readonly string[])[] = [];
  const written: string[] = [];
  const stageCalls: string[] = [];
  const effects: Effect[] = [];
  const programs: Programs = {
    feed: async (words, text) => {
      started.push([...words, text]);
      return false;
    },
    foreground: async words => {
      started.push(words);
      return 0;
    },
    background: async () => {
      throw new Error('no program may be started');
    },
    terminate: pid => {
      started.push(['terminate', String(pid)]);
      return true;
    },
    ...wishes.programs,
  };
  const ports: EffectPorts = {
    root,
    env: {},
    clock: systemClock,
    after: (ms, action) => {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
    programs,
    own: ['node', 'contextful.mjs'],
    settings: {
      clipboard: 'auto',
      editor: undefined,
      confirm: true,
      baseline: undefined,
      raiseExcept: [],
      unscoredMax: 0,
      floors: [],
      ...wishes.settings,
    },
    ...wishes.ports,
  };
  const fail = (error: unknown): never => {
    throw error;
  };
  const source = createSource(createLoader({ root, corpusRoots: [], clock: systemClock }), fail);
  const stage: EffectStage = {
    write: 'write' in wishes ? wishes.write : text => written.push(text),
    lend: async action => {
      stageCalls.push('lent');
      const result = await action();
      stageCalls.push('given back');
      return result;
    },
    reload: () => {
      stageCalls.push('reloaded');
      source.reload();
    },
  };
  const perform = createPerformer(ports);
  const size = { columns: 120, rows: 40 };
  const session: Session = createSession(
    initialState(wishes.link ?? 'runs', size, DEFAULT_PREFERENCES, wishes.readOnlyReason ?? null),
    {
      source,
      symbols: 'utf8',
      perform: async effect => {
        effects.push(effect);
        return isStageEffect(effect) ? [] : await perform(effect, session, stage);
      },
      changed: () => {},
      fail,
    },
  );
  await session.settled();
  return {
    session,
    started,
    written,
    stage: stageCalls,
    effects,
    press: async (...chords) => {
      for (const chord of chords) {
        session.press(chord);
        await session.settled();
      }
    },
    notice: () => session.state().notice?.text,
  };
}
