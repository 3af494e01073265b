import { isOverLimit } from '../../evals/gate/exit-code.ts';
import { spark } from '../chart/index.ts';
import { formatLink } from '../links.ts';
import { humanDuration, humanInt } from '../text/human.ts';
import { symbols } from '../theme/symbols.ts';
import { blankScreen, pending } from './blank.ts';
import { textCell, verdictBadge } from './cells.ts';
import type { FailedCase, LiveData } from './live-data.ts';
import type { Line, Pen, Span } from './pen.ts';
import type { Column, Row, Screen } from './screen.ts';
import type { Place } from './screens.ts';

const COLUMNS: readonly Column[] = [
  { id: 'outcome', title: 'outcome', rank: 0, min: 5, ideal: 8, max: 8, grow: 0 },
  { id: 'case', title: 'failed so far', rank: 0, min: 14, ideal: 28, max: 60, grow: 2, cut: 'middle' },
  { id: 'place', title: 'place', rank: 1, min: 16, ideal: 30, max: 60, grow: 1, cut: 'middle' },
];

/** A run while it goes on: what it did, how fast, what is left, and the cases that failed so far, newest first. */
export function liveScreen({ link, source, pen }: Place): Screen {
  const run = link.params['run'] ?? '';
  const crumbs = ['runs', run, 'live'];
  const resource = { kind: 'live', run } as const;
  const live = source.get(resource);
  if (live === undefined) return pending(crumbs, source, resource, pen);
  const { failed } = live;
  return {
    ...blankScreen(crumbs),
    badge: badge(live, pen),
    why: () => whyLines(live, pen),
    head: width => headLines(live, width, pen),
    list: {
      columns: COLUMNS,
      total: failed.length,
      row: index => failedRow(failed[index], pen),
      focus: index => {
        const one = failed[index];
        if (one === undefined) return {};
        return {
          id: one.id,
          value: one.id,
          link: formatLink('run/:run/case/:case', { run, case: one.id }),
          ...(one.file === '' ? {} : { place: { file: one.file, line: one.line, column: 1 } }),
        };
      },
      indexOf: id => failed.findIndex(one => one.id === id),
      idAt: index => failed[index]?.id,
      ...(failed.length < live.failedCount
        ? { progress: `the newest ${humanInt(failed.length)} of ${humanInt(live.failedCount)}` }
        : {}),
    },
    empty: [[pen.span('no case failed so far', 'muted')]],
  };
}

/** The phase that goes on, and what to say of it in one sentence; the same once the run is over. */
export function livePhase(live: LiveData): { readonly name: string; readonly sentence: string } {
  const { state, phases, outcome } = live;
  if (state === 'stopped') return { name: state, sentence: `${stoppedText(live)}; resume: ${live.resume}` };
  if (state === 'ended') return { name: state, sentence: `the run ended: ${outcome ?? 'no verdict'}` };
  const phase = phases.findLast(({ done, of }) => done < of);
  if (phase === undefined || phase.name === 'run') return { name: 'run', sentence: runSentence(live) };
  const { name, done, of } = phase;
  return { name, sentence: `phase ${name}: ${humanInt(done)} of ${humanInt(of)}` };
}

function runSentence(live: LiveData): string {
  const { cases } = live;
  const left = leftMs(live);
  const time = left === null ? '' : `, about ${humanDuration(left)} left`;
  return `phase run: ${ofText(cases.done, cases.of)} cases, ${humanInt(live.failedCount)} failed${time}`;
}

function badge({ state, outcome, pid }: LiveData, pen: Pen): readonly Span[] {
  if (state === 'ended') return verdictBadge(outcome ?? 'unmeasured', pen);
  if (state === 'stopped') return verdictBadge('interrupted', pen);
  return [...verdictBadge('running', pen), ...(pid === null ? [] : [pen.span(`  pid ${pid}`, 'muted')])];
}

function whyLines(live: LiveData, pen: Pen): readonly Line[] {
  if (live.state === 'ended') return [[pen.span('ended; esc, then enter opens the run', 'muted')]];
  if (live.state === 'running') return [];
  return [
    [pen.span(stoppedText(live), 'warn'), pen.span(': no process writes it')],
    [pen.span('resume  ', 'muted'), pen.span(live.resume, 'accent')],
  ];
}

function stoppedText({ cases }: LiveData): string {
  return `interrupted at case ${ofText(cases.done, cases.of)}`;
}

const NAME_CELLS = 8;
const NOTES_SHOWN = 3;

function headLines(live: LiveData, width: number, pen: Pen): readonly Line[] {
  const { notes } = live;
  const facts: readonly (readonly [string, readonly Span[]])[] = [
    ['phases', phaseSpans(live, pen)],
    ['cases', caseSpans(live, pen)],
    ['rate', rateSpans(live, width, pen)],
    ['time', [pen.span(timeText(live))]],
  ];
  return [
    ...facts
      .filter(([, spans]) => spans.length > 0)
      .map(([name, spans]): Line => [pen.span(name.padEnd(NAME_CELLS), 'muted'), ...spans]),
    ...notes
      .slice(0, NOTES_SHOWN)
      .map((note): Line => [pen.span('note'.padEnd(NAME_CELLS), 'muted'), pen.span(note, 'warn')]),
    ...(notes.length > NOTES_SHOWN
      ? [[pen.span(`${' '.repeat(NAME_CELLS)}and ${notes.length - NOTES_SHOWN} earlier`, 'muted')]]
      : []),
    [],
  ];
}

function phaseSpans({ phases }: LiveData, pen: Pen): readonly Span[] {
  const { dot } = symbols(pen.set);
  return phases.flatMap(({ name, done, of }, index) => [
    pen.span(index === 0 ? '' : ` ${dot} `, 'muted'),
    pen.span(`${name} ${ofText(done, of)}`, done < of ? 'info' : 'muted'),
  ]);
}

const OUTCOMES = ['pass', 'fail', 'error', 'unscored'] as const;

function caseSpans({ cases, outcomes, unscoredMax }: LiveData, pen: Pen): readonly Span[] {
  const of = cases.of ?? cases.done;
  const missing = (outcomes['error'] ?? 0) + (outcomes['unscored'] ?? 0);
  return [
    pen.span(ofText(cases.done, cases.of)),
    ...OUTCOMES.map(name => {
      const count = outcomes[name] ?? 0;
      return pen.span(`  ${name} ${humanInt(count)}`, count === 0 ? 'muted' : name === 'pass' ? 'ok' : 'bad');
    }),
    pen.span(
      `, limit of both ${humanInt(Math.floor(unscoredMax * of))}`,
      isOverLimit(missing, of, unscoredMax) ? 'bad' : 'muted',
    ),
  ];
}

const SPARK_CELLS = 30;
/** Of the newest seconds, for the pace that is shown and the time that is left. */
const PACE_SECONDS = 10;

function rateSpans(live: LiveData, width: number, pen: Pen): readonly Span[] {
  const { rate } = live;
  const pace = paceOf(live);
  if (rate.length === 0 || pace === null) return [];
  const wide = Math.max(1, Math.min(SPARK_CELLS, rate.length, width - NAME_CELLS - 20));
  return [
    pen.span(`${pace < 10 ? pace.toFixed(1) : humanInt(Math.round(pace))} cases a second  `),
    pen.span(spark(rate.slice(-SPARK_CELLS), wide, { set: pen.set, min: 0 }), 'accent'),
  ];
}

function timeText(live: LiveData): string {
  const { startedNs, nowNs, lastNs, state } = live;
  if (startedNs === null) return 'not started';
  const until = state === 'running' ? nowNs : (lastNs ?? nowNs);
  const took = `${humanDuration(Math.max(0, Number((until - startedNs) / 1_000_000n)))} since its start`;
  const left = state === 'running' ? leftMs(live) : null;
  return left === null ? took : `${took}, about ${humanDuration(left)} left`;
}

/** By the pace of the newest seconds; null where nothing can be said. */
function leftMs(live: LiveData): number | null {
  const { done, of } = live.cases;
  const pace = paceOf(live);
  if (of === null || of <= done || pace === null || pace === 0) return null;
  return ((of - done) / pace) * 1000;
}

function paceOf({ rate }: LiveData): number | null {
  const newest = rate.slice(-PACE_SECONDS);
  return newest.length === 0 ? null : newest.reduce((sum, count) => sum + count, 0) / newest.length;
}

function ofText(done: number, of: number | null): string {
  return of === null ? humanInt(done) : `${humanInt(done)} of ${humanInt(of)}`;
}

function failedRow(one: FailedCase | undefined, pen: Pen): Row | undefined {
  if (one === undefined) return undefined;
  const { id, outcome, file, line } = one;
  return {
    id,
    cells: {
      outcome: textCell(outcome, pen, outcome === 'unscored' ? 'warn' : 'bad'),
      case: textCell(id, pen),
      place: textCell(file === '' ? null : `${file}:${line}`, pen, 'muted'),
    },
  };
}
