import { describe, expect, test } from 'vitest';
import { type BindingRow, bindingOf, bindings, bindingsWith } from '../../tui/bindings.ts';
import { parseSendable } from '../../tui/input/chord.ts';
import { clashes, readKeymap } from '../../tui/keymap.ts';

describe('tui-cli.md 19 the table of bindings', () => {
  test('no two actions of one screen share a chord, and no scope shadows a common key', () => {
    expect(clashes(bindings)).toEqual([]);
  });

  test('each chord is one that terminals send, in its canonical form', () => {
    for (const chord of bindings.flatMap(({ keys }) => keys)) expect(parseSendable(chord)).toEqual({ chord });
  });

  test('ids are unique', () => {
    expect(new Set(bindings.map(({ id }) => id)).size).toBe(bindings.length);
  });

  test.each<[string, BindingRow['scope'], string]>([
    ['a common key in a scope', 'run', 'y is the key of copy-value'],
    ['a common key among the common ones', 'common', 'y is the key of copy-value'],
  ])('%s is found', (_name, scope, why) => {
    const [first] = bindings;
    const added: BindingRow = { ...first, id: 'pin', scope, keys: ['y'] };
    const found = clashes([...bindings.filter(({ id }) => id !== 'pin'), added], ({ id }) => id === 'pin');
    expect(found.map(fault => [fault.code, fault.action, fault.why])).toEqual([['KeymapClash', 'pin', why]]);
  });

  test('scopes that are never on one screen may share a chord', () => {
    const [first] = bindings;
    const added: BindingRow = { ...first, id: 'stop', scope: 'live', keys: ['b'] };
    expect(clashes([...bindings.filter(({ id }) => id !== 'stop'), added])).toEqual([]);
  });
});

describe('tui-cli.md 19 [tui.keys]', () => {
  test('an action gets other chords, and gives up its own', () => {
    const { keymap, faults } = readKeymap({ down: ['ctrl+n', 'shift+x'], 'clear-marks': 'ctrl+x' });
    expect(faults).toEqual([]);
    const table = bindingsWith(keymap);
    expect(bindingOf('ctrl+n', ['common'], table)?.id).toBe('down');
    expect(bindingOf('X', ['common'], table)?.id).toBe('down');
    expect(bindingOf('ctrl+x', ['common'], table)?.id).toBe('clear-marks');
    expect(bindingOf('j', ['common'], table)).toBeUndefined();
    expect(bindingOf('k', ['common'], table)?.id).toBe('up');
  });

  test('two actions may change places', () => {
    expect(readKeymap({ down: 'k', up: 'j' }).faults).toEqual([]);
  });

  test.each<[string, Record<string, string | string[]>, string, string]>([
    ['a chord that can not be read', { down: 'g g' }, 'KeymapBadChord', 'a chord has no spaces'],
    ['a chord that no terminal sends', { down: 'ctrl+i' }, 'KeymapUnsendable', 'ctrl+i is the byte of tab'],
    ['a reserved chord', { quit: 'ctrl+c' }, 'KeymapReserved', 'ctrl+c is reserved'],
    ['the digits of tabs', { tab: 'x' }, 'KeymapReserved', 'tab keeps its keys'],
    ['a chord of another action', { down: 'y' }, 'KeymapClash', 'y is the key of copy-value'],
    ['a chord of another scope', { down: 'i' }, 'KeymapClash', 'i is the key of explain'],
    ['one chord twice', { pin: 'ctrl+x', note: 'ctrl+x' }, 'KeymapClash', 'ctrl+x is the key of pin'],
    ['no such action', { dwon: 'x' }, 'KeymapUnknownAction', 'there is no action dwon'],
    ['a name of objects', { constructor: 'x' }, 'KeymapUnknownAction', 'there is no action constructor'],
  ])('%s', (_name, written, code, why) => {
    expect(readKeymap(written).faults.map(fault => [fault.code, fault.why])).toEqual([[code, why]]);
  });

  test('a misspelt action comes with what may have been meant', () => {
    expect(readKeymap({ dwon: 'x' }).faults[0]?.suggestions).toContain('down');
  });

  test('all faults come at once', () => {
    expect(readKeymap({ down: ['', 'y'], nope: 'x' }).faults.map(({ code }) => code)).toEqual([
      'KeymapBadChord',
      'KeymapUnknownAction',
      'KeymapClash',
    ]);
  });
});
