import { type BindingRow, bindingsWith, type Scope } from '../bindings.ts';
import { choiceLabel } from '../state/choices.ts';
import type { State } from '../state/state.ts';
import { cells } from '../text/cells.ts';
import { wrapAll } from './fit.ts';
import type { FrameSize } from './frame.ts';
import type { Line, Pen } from './pen.ts';

/** What lies over a screen: a title, lines, at most one chosen, and a line to type in. */
export type OverlayView = {
  readonly kind: string;
  readonly title: string;
  readonly lines: readonly Line[];
  /** First line that is shown. */
  readonly from: number;
  readonly cursor: number | null;
  readonly input: { readonly label: string; readonly text: string; readonly caret: number } | null;
  readonly hint: string;
};

export function overlayView(
  state: State,
  choices: readonly string[],
  scopes: readonly Scope[],
  size: FrameSize,
  pen: Pen,
): OverlayView {
  const { overlay } = state;
  const table = bindingsWith(state.preferences.keymap);
  const closed = { from: 0, cursor: null, input: null };
  switch (overlay?.kind) {
    case 'help':
      return {
        ...closed,
        kind: 'help',
        title: 'Keys',
        lines: helpLines(scopes, table, pen),
        from: overlay.scroll,
        hint: 'esc closes',
      };
    case 'palette':
      return {
        ...closed,
        kind: 'palette',
        title: 'Palette',
        lines: choices.map(choice => choiceLine(choice, table, pen)),
        cursor: overlay.cursor,
        input: { label: ': ', text: overlay.draft.text, caret: overlay.draft.caret },
        hint: 'enter runs  esc closes',
      };
    case 'choose':
      return {
        ...closed,
        kind: 'choose',
        title: overlay.what === 'compared run' ? 'Compare with' : 'Saved filters',
        lines:
          choices.length === 0
            ? [[pen.span('none yet', 'muted')]]
            : choices.map(choice => choiceLine(choice, table, pen)),
        cursor: choices.length === 0 ? null : overlay.cursor,
        hint: 'enter chooses  esc closes',
      };
    case 'export':
      return {
        ...closed,
        kind: 'export',
        title: 'Export this screen',
        lines: choices.map(choice => choiceLine(choice, table, pen)),
        cursor: overlay.cursor,
        hint: 'enter writes  esc closes',
      };
    case 'note':
      return {
        ...closed,
        kind: 'note',
        title: 'Triage note: regression, truth-wrong, flaky, accepted or look, then a sentence',
        lines: [],
        input: { label: '> ', text: overlay.draft.text, caret: overlay.draft.caret },
        hint: 'enter keeps it  esc drops it',
      };
    case 'preview':
      return previewView(overlay.preview, overlay.typed, size, pen);
    default:
      return {
        ...closed,
        kind: 'leave',
        title: 'Runs still go on',
        lines: state.jobs
          .filter(job => job.state !== 'ended')
          .map(job => [pen.span(`${job.what} (pid ${job.pid ?? '?'})`)]),
        hint: 'd leaves them running  s stops them  esc stays',
      };
  }
}

function previewView(
  preview: (State['overlay'] & { kind: 'preview' })['preview'],
  typed: { readonly text: string; readonly caret: number },
  size: FrameSize,
  pen: Pen,
): OverlayView {
  const { refused, word } = preview;
  const lines = wrapAll(
    preview.lines.map(text => [pen.span(text, diffToken(text))]),
    Math.max(10, size.columns - 4),
    pen,
  );
  const why: readonly Line[] = refused === null ? [] : [[pen.span(refused, 'warn')]];
  return {
    kind: preview.kind,
    title: preview.title,
    lines: [...why, ...lines],
    from: 0,
    cursor: null,
    input:
      refused !== null || word === null
        ? null
        : { label: `type ${word}: `, text: typed.text, caret: typed.caret },
    hint:
      refused === null
        ? word === null
          ? 'enter does it  esc leaves it'
          : 'enter does it once the word stands  esc leaves it'
        : 'esc closes',
  };
}

function diffToken(text: string): 'added' | 'removed' | undefined {
  if (text.startsWith('+')) return 'added';
  return text.startsWith('-') ? 'removed' : undefined;
}

/** What a choice is called: an action's label with its key, else the link, filter or run itself. */
function choiceLine(choice: string, table: readonly BindingRow[], pen: Pen): Line {
  const id = choice.startsWith('action:') ? choice.slice('action:'.length) : undefined;
  const binding = table.find(one => one.id === id);
  return [pen.span(choiceLabel(choice)), pen.span(`  ${binding?.keys[0] ?? ''}`, 'muted')];
}

const KEY_CELLS = 22;

/** All bindings of the scope, by group. */
export function helpLines(scopes: readonly Scope[], table: readonly BindingRow[], pen: Pen): readonly Line[] {
  const lines: Line[] = [];
  let group = '';
  for (const binding of table.filter(one => scopes.includes(one.scope))) {
    if (binding.group !== group) lines.push([pen.bold(binding.group, 'title')]);
    group = binding.group;
    const keys = binding.id === 'tab' ? '1 … 9' : binding.keys.join('  ');
    lines.push([
      pen.span(`  ${keys}${' '.repeat(Math.max(1, KEY_CELLS - cells(keys)))}`, 'accent'),
      pen.span(binding.label),
      ...(binding.mutates ? [pen.span('  writes', 'muted')] : []),
    ]);
  }
  return lines;
}
