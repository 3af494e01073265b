import { safe } from '../../core/safe-text.ts';
import type {
  CanaryCheck,
  CheckFinding,
  ProveCheck,
  RepeatCheck,
  RunChecks,
} from '../../evals/gate/run-checks.ts';
import { humanInt } from '../../tui/text/human.ts';
import type { View } from '../command.ts';
import { flow } from './flow.ts';
import { paint } from './paint.ts';

/** What was checked of the run itself, one line per check, and below them what was found. */
export function checksText(checks: RunChecks | undefined, view: View): readonly string[] {
  if (checks === undefined) return [];
  const { also, repeat, prove, canary, findings } = checks;
  const { colour } = view;
  return [
    paint('checks', 'head', colour),
    ...(also === undefined
      ? []
      : line('also', `${also.stores.join(' and ')}: ${counted(also.answers, 'equal answer')}`, view)),
    ...(repeat === undefined ? [] : line('repeat', repeatText(repeat), view)),
    ...(canary === undefined ? [] : canaryLines(canary, view)),
    ...(prove === undefined ? [] : proveLines(prove, view)),
    ...findings.flatMap(finding => findingLines(finding, view)),
  ];
}

function line(name: string, text: string, { columns, symbols }: View): readonly string[] {
  const [first = '', ...rest] = flow(safe(text, symbols).split(' '), ' ', columns - 10);
  return [`  ${name.padEnd(8)}${first}`, ...rest.map(more => `${' '.repeat(10)}${more}`)];
}

function repeatText({ runs }: RepeatCheck): string {
  const digests = new Set(runs.map(({ figures }) => figures)).size;
  return `${counted(runs.length, 'run')}, ${digests === 1 ? 'one figures digest' : `${digests} figures digests`}`;
}

function canaryLines({ landed, answers, forbidden_absent }: CanaryCheck, view: View): readonly string[] {
  const kinds = [
    [landed.withheld, 'withheld'],
    [landed.foreign_zone, 'foreign-zone'],
    [landed.future, 'future'],
  ] as const;
  const rows = kinds.filter(([count]) => count > 0).map(([count, kind]) => `${humanInt(count)} ${kind}`);
  const beside = `${rows.length === 0 ? 'no' : rows.join(', ')} rows`;
  return [
    ...line('canary', `${counted(answers, 'answer')} unmoved beside ${beside}`, view),
    ...forbidden_absent.flatMap(({ case: id, file, line: at, row }) =>
      line('', `forbidden_absent  ${file}:${at}  ${id}  ${row}`, view),
    ),
  ];
}

function proveLines({ parts }: ProveCheck, view: View): readonly string[] {
  if (parts === null) return line('prove', 'not done: the run is not green', view);
  return parts.flatMap(({ part, state, reds, cases, why }, i) => {
    const told = {
      not_exercised: `not exercised: ${why}`,
      red: `red, ${counted(reds.length, 'figure')} and ${counted(cases, 'case')}`,
      green: 'green',
    }[state];
    return line(i === 0 ? 'prove' : '', `${part}: ${told}`, view);
  });
}

function findingLines({ check, message, case: at }: CheckFinding, view: View): readonly string[] {
  const { columns, colour, symbols } = view;
  const where = at === null ? '' : `${at.file}:${at.line} ${at.id}: `;
  const [first = '', ...rest] = flow(
    safe(`${check}: ${where}${message}`, symbols).split(' '),
    ' ',
    columns - 4,
  );
  return [`  ${first}`, ...rest.map(more => `    ${more}`)].map(text => paint(text, 'bad', colour));
}

function counted(count: number, noun: string): string {
  return `${humanInt(count)} ${noun}${count === 1 ? '' : 's'}`;
}
