import { humanInt } from '../tui/text/human.ts';
import type { CommandEvent } from './command.ts';
import type { ProgressStep } from './progress.ts';

/** What an event says to a person on stderr; nothing for most of them. */
export function progressSteps(event: CommandEvent): readonly ProgressStep[] {
  return STEPS.get(event.t)?.(new Map<string, unknown>(Object.entries(event))) ?? [];
}

type Members = ReadonlyMap<string, unknown>;

const STEPS: ReadonlyMap<string, (event: Members) => readonly ProgressStep[]> = new Map([
  ['run.progress', phase],
  ['run.resumed', event => [note(`resuming ${humanInt(number(event, 'finished'))} finished cases`)]],
  ['run.warning', event => [note(`warning: ${text(event, 'message')}`)]],
  ['run.raised', raised],
  ['run.output-written', event => [note(`wrote ${text(event, 'path')}`)]],
  [
    'run.interrupted',
    event => [note(`interrupted; finished cases are kept. Resume: ${text(event, 'resume')}`)],
  ],
  ['run.finding', event => [{ kind: 'verdict', text: `${text(event, 'check')}: ${text(event, 'message')}` }]],
  ['run.verdict', event => texts(event, 'lines').map(line => ({ kind: 'verdict', text: line }) as const)],
]);

const UNITS: ReadonlyMap<string, string> = new Map([
  ['land', 'corpora'],
  ['run', 'cases'],
  ['compare', 'cases'],
  ['repeat', 'runs'],
  ['prove', 'parts'],
  ['canary', 'cases'],
  ['grid', 'combinations'],
]);

function phase(event: Members): readonly ProgressStep[] {
  const label = text(event, 'phase');
  const unit = UNITS.get(label) ?? 'steps';
  return [{ kind: 'phase', label, unit, done: number(event, 'done'), total: number(event, 'of') }];
}

function raised(event: Members): readonly ProgressStep[] {
  return texts(event, 'moved').map(path => note(`raised ${path}`));
}

function note(text: string): ProgressStep {
  return { kind: 'note', text };
}

function text(event: Members, name: string): string {
  const value = event.get(name);
  return typeof value === 'string' ? value : '';
}

function number(event: Members, name: string): number {
  const value = event.get(name);
  return typeof value === 'number' ? value : 0;
}

function texts(event: Members, name: string): readonly string[] {
  const value = event.get(name);
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}
