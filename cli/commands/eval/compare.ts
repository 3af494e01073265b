import { safe } from '../../../core/safe-text.ts';
import { type Comparison, compareRuns } from '../../../evals/explain/compare.ts';
import { openRecord, type RecordedSide, readBaselineSide } from '../../../evals/explain/run-record.ts';
import { resolveRunOrBaseline } from '../../../evals/run/run-words.ts';
import { refuse } from '../../../spec/refusals.ts';
import { formatLink, linkCommand } from '../../../tui/links.ts';
import { humanDelta } from '../../../tui/text/human.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import { tableText } from '../../present/table-text.ts';
import type { Settings } from '../../settings.ts';

/** `eval compare A B`: two runs paired by case. BaselineRunStampMismatch (4) where their stamps forbid it. */
export async function compare(context: CommandContext, settings: Settings): Promise<CommandResult> {
  const { view } = context;
  // `prev` stands before the run that is named beside it.
  const [first, second] = ['A', 'B'].map(name => settings.word(name) ?? '');
  const b = await sideOf(second ?? '', context, undefined);
  const a = await sideOf(first ?? '', context, b.id);
  const compared = compareRuns(a, b);
  refuseOtherStamps(compared);
  const paths = settings.texts('path');
  const figures = compared.figures.filter(one => paths.length === 0 || paths.includes(one.path));
  const top = settings.number('top') ?? 10;
  const moved = figures.find(one => one.cases.length > 0);
  const rows = figures.map(one => [
    one.path,
    one.was.toFixed(4),
    one.is.toFixed(4),
    humanDelta(one.delta),
    String(one.better),
    String(one.worse),
    String(one.same),
  ]);
  return {
    exit: 0,
    document: {
      schema: 'contextful.eval.compare/1',
      data: {
        ...compared,
        differs: [],
        figures: figures.map(one => ({ ...one, cases: one.cases.map(each => ({ ...each })) })),
      },
    },
    text: [
      `A ${compared.a}\nB ${compared.b}\n${compared.common} cases paired\n`,
      tableText(COLUMNS, rows),
      ...(moved === undefined
        ? []
        : [
            `\n${moved.path}, cases that moved\n`,
            ...moved.cases
              .slice(0, top)
              .map(one => safe(`  ${humanDelta(one.delta)}  ${one.id}`, view.symbols).concat('\n')),
          ]),
      `next: ${linkCommand(formatLink('compare/:a/:b', { a: compared.a, b: compared.b }))}\n`,
    ].join(''),
  };
}

async function sideOf(
  word: string,
  { root, cwd, config }: CommandContext,
  beside: string | undefined,
): Promise<RecordedSide> {
  const { baseline } = config.eval ?? {};
  const named = await resolveRunOrBaseline(root, word, cwd, { baseline, beside });
  return named.kind === 'run' ? openRecord(named.run) : readBaselineSide(named.file, root, cwd);
}

const COLUMNS = [
  { title: 'figure' },
  ...['A', 'B', 'delta', 'better', 'worse', 'same'].map(title => ({ title, align: 'right' as const })),
];

function refuseOtherStamps({ a, b, differs }: Comparison): void {
  if (differs.length === 0) return;
  throw refuse('BaselineRunStampMismatch', {
    message: `\`${a}\` and \`${b}\` were measured under another ${differs.map(one => one.member).join(', ')}`,
    found: differs.map(({ member, was, is }) => `${member}: A ${was}, B ${is}`).join('; '),
    want: 'equal stamps, apart from how rows are read',
    hint: `${linkCommand(formatLink('compare/:a/:b', { a, b }))} shows what differs`,
    facts: { differs: differs.map(({ member }) => member) },
  });
}
