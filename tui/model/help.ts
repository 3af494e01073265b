import { bindingsWith } from '../bindings.ts';
import { blankScreen } from './blank.ts';
import { factsList } from './facts-list.ts';
import type { Screen } from './screen.ts';
import type { Place } from './screens.ts';

/** All bindings, as the one table has them. */
export function helpScreen({ pen, keymap }: Place): Screen {
  const all = bindingsWith(keymap);
  // What a newcomer looks for first is how to get around and out.
  const ordered = [...all.filter(one => one.rank !== null), ...all.filter(one => one.rank === null)];
  const facts = ordered.map(binding => {
    const keys = binding.id === 'tab' ? '1 to 9' : binding.keys.join('  ');
    return [keys, `${binding.label}${binding.mutates ? ' (writes)' : ''}`] as const;
  });
  return { ...blankScreen(['help']), list: factsList(facts, ['keys', 'action'], pen) };
}
