import type { JsonObject } from '../../core/json.ts';
import { differLines } from './differ-lines.ts';
import { factsList, leaves } from './facts-list.ts';
import { runPlace } from './run-frame.ts';
import type { Screen } from './screen.ts';
import type { Place } from './screens.ts';

/** What a run was made of: its stamp, the harness and the plan. A member that differs says so. */
export function stampScreen(place: Place): Screen {
  const at = runPlace(place, 'stamp', ['stamp']);
  if ('screen' in at) return at.screen;
  const { run, frame } = at;
  const { pen } = place;
  const stamp: JsonObject = { ...run.report.run };
  const facts = [
    ...leaves(stamp, 'run'),
    ...(run.report.harness === undefined ? [] : leaves({ ...run.report.harness }, 'harness')),
    ...(run.plan === null ? [] : leaves(run.plan, 'plan')),
  ];
  return {
    ...frame,
    head: () => (run.differs.length === 0 ? [] : [...differLines(run.differs, ['was', 'is'], pen), []]),
    list: factsList(facts, ['member', 'value'], pen),
  };
}
