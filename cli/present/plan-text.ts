import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { safe } from '../../core/safe-text.ts';
import { humanBytes, humanInt } from '../../tui/text/human.ts';
import type { View } from '../command.ts';
import { flow } from './flow.ts';
import { paint } from './paint.ts';
import { tableText } from './table-text.ts';

/** A run's plan for people: what will be read, landed, asked, checked and written. */
export function planText(plan: JsonObject, view: View): string {
  const blocks = [
    stampLines(plan, view),
    inputs(plan, view),
    questions(plan, view),
    checks(plan, view),
    writes(plan, view),
  ];
  return blocks.map(lines => `${lines.join('\n')}\n`).join('\n');
}

function stampLines(plan: JsonObject, { columns, colour }: View): readonly string[] {
  const set = text(member(plan['cases'], 'case_set'));
  const pieces = [
    'plan',
    `${count(member(plan['cases'], 'n'))} cases`,
    `k ${text(plan['k'])}`,
    text(plan['tier']),
    `case set ${set.slice('sha256:'.length, 'sha256:'.length + 8)}`,
    `store ${text(plan['store'])}`,
  ];
  return flow(pieces, '  ', columns).map(line => paint(line, 'head', colour));
}

/** Digests stand in the JSON; a person wants to see which files and how much. */
function inputs(plan: JsonObject, view: View): readonly string[] {
  const files = objects(member(plan['cases'], 'files')).map(file => `  ${shown(file['path'], view)}`);
  const corpora = objects(plan['corpora']).map(corpus => [
    `  ${shown(corpus['path'], view)}`,
    `${count(corpus['tables'])} tables`,
    humanBytes(number(corpus['bytes'])),
    `${count(corpus['cases'])} cases`,
  ]);
  return [
    paint('reads', 'head', view.colour),
    ...files,
    paint('lands', 'head', view.colour),
    ...rows(corpora, [false, true, true, true]),
  ];
}

function questions(plan: JsonObject, view: View): readonly string[] {
  const estimate = plan['estimate'];
  const legs = list(plan['legs']).map(text);
  const edgeLegs = list(plan['edge_legs']).map(text);
  const session = plan['session'];
  const zone = member(session, 'zone');
  const as = `as ${shown(member(session, 'agent'), view)}${typeof zone === 'string' ? ` in ${safe(zone, view.symbols)}` : ''}`;
  return [
    paint('asks', 'head', view.colour),
    ...flow(
      [
        `${count(member(estimate, 'calls'))} ranked calls`,
        `${count(member(estimate, 'tokens'))} model tokens, cost ${count(member(estimate, 'cost'))}`,
        `legs ${legs.join(', ')}`,
        ...(edgeLegs.length === 0 ? [] : [`edge legs ${edgeLegs.join(', ')}`]),
        as,
      ],
      '  ',
      view.columns - 2,
    ).map(line => `  ${line}`),
  ];
}

const SIDES = [
  ['at_least', '>='],
  ['at_most', '<='],
] as const;

/** Built-in floors and baseline entries are counted, since every run holds the first and the file lists the others. */
function checks(plan: JsonObject, view: View): readonly string[] {
  const all = objects(plan['checks']);
  const ofKind = (kind: string) => all.filter(check => check['kind'] === kind);
  const floors = ofKind('project-floor').map(check => {
    const side = SIDES.find(([name]) => typeof check[name] === 'number');
    const bound = side === undefined ? '' : `${side[1]} ${text(check[side[0]])}`;
    return [`  ${shown(check['path'], view)}`, bound, `${count(member(check['planned'], 'n'))} cases`];
  });
  const entries = ofKind('baseline').length;
  const step = list(plan['steps'])
    .map(text)
    .find(one => one.startsWith('baseline '));
  return [
    paint('checks', 'head', view.colour),
    `  ${humanInt(ofKind('floor').length)} built-in floors`,
    ...rows(floors, [false, true, true]),
    ...(step === undefined
      ? []
      : [`  ${humanInt(entries)} entries of ${safe(step.slice('baseline '.length), view.symbols)}`]),
  ];
}

function writes(plan: JsonObject, view: View): readonly string[] {
  return [
    paint('writes', 'head', view.colour),
    ...list(plan['writes']).map(file => `  ${shown(file, view)}`),
  ];
}

function rows(lines: readonly (readonly string[])[], right: readonly boolean[]): readonly string[] {
  if (lines.length === 0) return [];
  const columns = right.map(isRight => ({ title: '', ...(isRight ? ({ align: 'right' } as const) : {}) }));
  return tableText(columns, lines).trimEnd().split('\n').slice(1);
}

function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return list(value).filter(isJsonObject);
}

function shown(value: JsonValue | undefined, { symbols }: View): string {
  return safe(text(value), symbols);
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function number(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function count(value: JsonValue | undefined): string {
  return humanInt(number(value));
}
