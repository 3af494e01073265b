import { digestOf } from '../../../core/digest.ts';
import { shownPath } from '../../../core/shown-path.ts';
import { initBaseline as firstBaseline } from '../../../evals/gate/init-baseline.ts';
import { floorsOfSet, readProjectFloors } from '../../../evals/gate/project-floors.ts';
import { sidecarLines } from '../../../evals/gate/sidecar.ts';
import { writeNewBaseline } from '../../../evals/gate/write-baseline.ts';
import { refuse } from '../../../spec/refusals.ts';
import type { CommandContext, CommandResult } from '../../command.ts';
import { tableText } from '../../present/table-text.ts';
import type { Settings } from '../../settings.ts';
import { configFloors } from './config-floors.ts';
import { readStoredReport } from './stored-report.ts';

/** `eval baseline init`: a first baseline and its sidecar from a stored report whose floors held. */
export async function initBaseline(context: CommandContext, settings: Settings): Promise<CommandResult> {
  const stored = await readStoredReport(settings.text('report') ?? '', context);
  const out = settings.text('out') ?? '';
  const file = shownPath(out, context.cwd);
  const paths = settings.texts('path');
  const repeats = await Promise.all(
    settings.texts('from-repeats').map(run => readStoredReport(run, context)),
  );
  const baseline = firstBaseline({
    report: stored.report,
    projectFloors: floorsOfSet(readProjectFloors(configFloors(context)), stored.caseFiles.names),
    ...(paths.length === 0 ? {} : { paths }),
    bands: bandsOf(settings),
    withSlices: settings.on('with-slices'),
    ...(repeats.length === 0 ? {} : { repeats }),
  });
  if (!settings.on('plan')) {
    await writeNewBaseline(out, file, {
      text: baseline.text,
      sidecar: sidecarLines(stored.report, digestOf(baseline.text), stored.caseFiles.names),
    });
  }
  const rows = baseline.entries.map(({ path, value, band }) => [
    path,
    String(value),
    band === null ? '' : String(band),
  ]);
  return {
    exit: 0,
    document: {
      schema: 'contextful.eval.baseline-init/1',
      data: { file, written: !settings.on('plan'), entries: baseline.entries, small: baseline.small },
    },
    text: tableText(
      [{ title: 'path' }, { title: 'value', align: 'right' }, { title: 'band', align: 'right' }],
      rows,
    ),
    notes: [
      ...baseline.small.map(({ path, n }) => `left out, ${n} cases: ${path}`),
      settings.on('plan') ? `would write ${file}` : `wrote ${file}`,
    ],
  };
}

function bandsOf(settings: Settings): ReadonlyMap<string, number> {
  return new Map(
    settings.pairs('band').map(({ name, value }) => {
      const band = Number(value);
      if (value.trim() !== '' && Number.isFinite(band) && band >= 0) return [name, band];
      throw refuse('UsageBadValue', {
        message: `\`--band ${name}=${value}\` is no band`,
        found: value,
        want: 'a number of 0 or more, in the unit of the figure',
        hint: `for example --band ${name}=0.02`,
        facts: { flag: '--band', text: value },
      });
    }),
  );
}
