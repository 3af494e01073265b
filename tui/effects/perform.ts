import type { Clock, Timer } from '../../core/context.ts';
import { Refusal } from '../../core/refusal.ts';
import type { RawFloor } from '../../evals/gate/project-floors.ts';
import type { Session } from '../session.ts';
import type { Effect, Event, Preview } from '../state/state.ts';
import type { Programs } from './programs.ts';
import type { Stage, StageEffect } from './stage.ts';

/** What effects do their work with; nothing else reaches out of the interface. */
export type EffectPorts = {
  /** Absolute path of the project. */
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly after: Timer;
  readonly programs: Programs;
  /** The words that start this very program. */
  readonly own: readonly string[];
  readonly settings: EffectSettings;
};

/** What the configuration says about effects. */
export type EffectSettings = {
  readonly clipboard: 'auto' | 'osc52' | 'tool' | 'file' | 'off';
  /** Stronger than VISUAL and EDITOR. */
  readonly editor: string | undefined;
  /** `[eval] baseline`, from the root. */
  readonly baseline: string | undefined;
  /** Ask before a run is started. */
  readonly confirm: boolean;
  readonly raiseExcept: readonly string[];
  readonly unscoredMax: number;
  readonly floors: readonly RawFloor[];
};

/** What the interface stands on while an effect is carried out. `write` is absent where no terminal is written to. */
export type EffectStage = Pick<Stage, 'lend' | 'reload'> & {
  readonly write: ((sequence: string) => void) | undefined;
};

/** Where there is no terminal to write to, to give away or to paint. */
export function noTerminal(reload: () => void): EffectStage {
  return { write: undefined, lend: action => action(), reload };
}

export type WorldEffect = Exclude<Effect, StageEffect>;

export type Performer = (
  effect: WorldEffect,
  session: Session,
  stage: EffectStage,
) => Promise<readonly Event[]>;

/** Carries effects out; each loads what it needs when it is first asked for. What is refused is told on the screen. */
export function createPerformer(ports: EffectPorts): Performer {
  const performOne: Performer = async (effect, session, stage) => {
    switch (effect.t) {
      case 'copy': {
        const { copyText } = await import('./copy.ts');
        return [done(await copyText(effect.text, ports, stage.write))];
      }
      case 'export': {
        const { exportScreen } = await import('./export.ts');
        return [done(await exportScreen(effect.format, session, ports.root))];
      }
      case 'edit': {
        const { editFile } = await import('./edit.ts');
        return [done(await editFile(effect, ports, stage))];
      }
      case 'open': {
        const { copyReportPath } = await import('./copy.ts');
        return [done(await copyReportPath(effect.link, ports, stage.write))];
      }
      case 'pin': {
        const { pinRun } = await import('./pin.ts');
        return [done(await pinRun(effect.link, ports.root))];
      }
      case 'match': {
        const { findMatch } = await import('./match.ts');
        return await findMatch(effect, session);
      }
      case 'plan':
        return planned(await planOf(effect, ports), session, ports);
      case 'spawn': {
        const { startRerun } = await import('./rerun.ts');
        return await startRerun(effect.preview, session, ports);
      }
      case 'apply':
        return [done(await applied(effect.preview, ports))];
      case 'note': {
        const { keepNote } = await import('./note.ts');
        const notice = await keepNote(effect, ports);
        stage.reload();
        return [done(notice)];
      }
      case 'quit':
        if (effect.jobs === 'stop') stopJobs(session, ports);
        return [];
    }
  };
  return async (effect, session, stage) => {
    try {
      return await performOne(effect, session, stage);
    } catch (error) {
      const fault = diskFault(error);
      if (fault === undefined) throw error;
      return [fault];
    }
  };
}

async function planOf(effect: WorldEffect & { t: 'plan' }, ports: EffectPorts): Promise<Preview> {
  switch (effect.what) {
    case 'stop':
      return (await import('./stop.ts')).planStop(effect.link, ports.root);
    case 'baseline':
      return (await import('./baseline.ts')).planBaseline(effect.link, ports);
    case 'rerun':
    case 'rerun-some':
      return (await import('./rerun.ts')).planRerun(effect, ports);
  }
}

async function applied(preview: Preview, ports: EffectPorts): Promise<string> {
  if (preview.kind === 'stop') return (await import('./stop.ts')).stopRun(preview, ports);
  return (await import('./baseline.ts')).applyBaseline(preview, ports);
}

/** Where the configuration asks for no question, a run that can start does. */
async function planned(preview: Preview, session: Session, ports: EffectPorts): Promise<readonly Event[]> {
  const asks = ports.settings.confirm || preview.kind !== 'rerun' || preview.refused !== null;
  if (asks) return [{ t: 'preview', preview }];
  return await (await import('./rerun.ts')).startRerun(preview, session, ports);
}

/** The runs that this session started and that still go on. */
function stopJobs(session: Session, { programs }: EffectPorts): void {
  for (const { state, pid } of session.state().jobs) {
    if (state !== 'ended' && pid !== null) programs.terminate(pid);
  }
}

/** What the system refuses is no fault of ours. */
function diskFault(error: unknown): Event | undefined {
  if (error instanceof Refusal || !(error instanceof Error) || !('code' in error)) return undefined;
  const code = error.code === 'ENOSPC' || error.code === 'EDQUOT' ? 'DiskFull' : 'StoreUnavailable';
  return 'syscall' in error ? { t: 'failed', code, message: error.message } : undefined;
}

function done(notice: string): Event {
  return { t: 'done', notice };
}
