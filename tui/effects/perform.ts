import type { Session } from '../session.ts';
import type { Effect, Event } from '../state/state.ts';

/** What effects need of the outside; each port does one thing and refuses in words. */
export type EffectPorts = {
  readonly copy: (text: string) => Promise<string>;
  readonly exportScreen: (format: 'txt' | 'json' | 'csv', session: Session) => Promise<string>;
  readonly edit: (file: string, line: number, column: number) => Promise<string>;
  readonly openReport: (link: string) => Promise<string>;
  readonly plan: (effect: Effect & { t: 'plan' }, session: Session) => Promise<Event>;
  readonly apply: (effect: Effect & { t: 'apply' | 'spawn' }) => Promise<readonly Event[]>;
  readonly note: (effect: Effect & { t: 'note' }, session: Session) => Promise<string>;
  readonly pin: (link: string) => Promise<string>;
  readonly match: (effect: Effect & { t: 'match' }, session: Session) => Promise<readonly Event[]>;
  readonly reload: () => void;
  readonly repaint: () => void;
  readonly suspend: () => Promise<void>;
  readonly mouse: (on: boolean) => void;
  readonly quit: (effect: Effect & { t: 'quit' }) => void;
};

/** Carries an effect out. What a port refuses is told on the screen. */
export async function perform(
  effect: Effect,
  session: Session,
  ports: EffectPorts,
): Promise<readonly Event[]> {
  switch (effect.t) {
    case 'copy':
      return [{ t: 'done', notice: await ports.copy(effect.text) }];
    case 'export':
      return [{ t: 'done', notice: await ports.exportScreen(effect.format, session) }];
    case 'edit':
      return [{ t: 'done', notice: await ports.edit(effect.file, effect.line, effect.column) }];
    case 'open':
      return [{ t: 'done', notice: await ports.openReport(effect.link) }];
    case 'plan':
      return [await ports.plan(effect, session)];
    case 'apply':
    case 'spawn':
      return ports.apply(effect);
    case 'note':
      return [{ t: 'done', notice: await ports.note(effect, session) }];
    case 'pin':
      return [{ t: 'done', notice: await ports.pin(effect.link) }];
    case 'match':
      return ports.match(effect, session);
    case 'reload':
      ports.reload();
      return [];
    case 'repaint':
      ports.repaint();
      return [];
    case 'suspend':
      await ports.suspend();
      return [];
    case 'mouse':
      ports.mouse(effect.on);
      return [];
    case 'quit':
      ports.quit(effect);
      return [];
  }
}
