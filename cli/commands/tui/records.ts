import type { CommandRecord } from '../../record.ts';

export const tuiCommands: readonly CommandRecord[] = [
  {
    path: ['tui'],
    summary: 'find out why a run is red, in the terminal',
    words: [
      {
        name: 'LINK',
        summary: 'the screen to open: runs, run/latest, run/<id>/case/<id> and more (default runs)',
      },
    ],
    flags: [
      { name: 'print', value: { form: 'switch' }, summary: 'print the screen and end; needs no terminal' },
      {
        name: 'format',
        value: { form: 'choice', of: ['text', 'json', 'ansi'] },
        fallback: 'text',
        summary: 'what --print writes',
        needs: ['print'],
      },
      {
        name: 'size',
        value: {
          form: 'text',
          metavar: 'COLSxROWS',
          shape: { test: /^\d{1,4}x\d{1,4}$/, want: 'columns x rows', example: '100x40' },
        },
        summary: 'frame to print in (default 80 columns, all rows)',
        needs: ['print'],
      },
      {
        name: 'rows',
        value: {
          form: 'text',
          metavar: 'N',
          shape: { test: /^(\d{1,9}|all)$/, want: 'a number or all', example: '50' },
        },
        fallback: 'all',
        summary: 'rows of the list to print at most, or all',
        needs: ['print'],
      },
      {
        name: 'keys',
        value: { form: 'text', metavar: 'SCRIPT' },
        summary: 'keys to play first: chords, 3*j, "typed text"',
        needs: ['print'],
      },
      {
        name: 'read-only',
        value: { form: 'switch' },
        summary: 'change nothing on disk',
        config: ['tui.read_only'],
      },
      {
        name: 'theme',
        value: { form: 'text', metavar: 'NAME' },
        fallback: 'auto',
        summary: 'colours: auto, dark, light, cb-dark, cb-light, high-contrast, terminal or mono',
        config: ['tui.theme'],
      },
      {
        name: 'symbols',
        value: { form: 'choice', of: ['auto', 'ascii', 'utf8', 'braille'] },
        fallback: 'auto',
        summary: 'signs to draw with',
        config: ['tui.symbols'],
      },
      { name: 'mouse', value: { form: 'switch' }, summary: 'take mouse events', config: ['tui.mouse'] },
      {
        name: 'screen-reader',
        value: { form: 'switch' },
        summary: 'plain lines and a prompt instead of a screen',
        config: ['tui.screen_reader'],
      },
      {
        name: 'restore',
        value: { form: 'switch' },
        summary: 'give back a terminal that a killed session left changed',
      },
    ],
    examples: [
      'contextful tui',
      'contextful tui run/latest-red',
      'contextful tui --print run/latest --size 100x40',
      'contextful tui --print run/latest-red --keys i',
    ],
    exits: [
      [0, 'left, or printed'],
      [2, 'usage, no such screen, or no terminal'],
      [3, 'the run is damaged'],
    ],
    writes: [
      '.contextful/index and the index of a run: derived, may be deleted',
      '.contextful/tui/log.txt, jobs/ and selections/',
      '.contextful/exports/ and .contextful/clipboard.txt',
      'evals/triage/, a baseline, and .pin of a run, by their keys',
    ],
    reads: [
      'XDG_CONFIG_HOME',
      'TERM',
      'COLORTERM',
      'COLORFGBG',
      'VISUAL',
      'EDITOR',
      'ACCESSIBLE',
      'INK_SCREEN_READER',
      'TMUX',
      'SSH_CONNECTION',
    ],
    document: 'docs/tui.md',
    needs: 'config',
    mutates: false,
    load: async () => (await import('./tui.ts')).openTui,
  },
];
