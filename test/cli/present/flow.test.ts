import { describe, expect, test } from 'vitest';
import { flow, flowCommand } from '../../../cli/present/flow.ts';

describe('text beside text', () => {
  test('pieces share a line while they fit; a long one keeps its own', () => {
    expect(flow(['aa', 'bb', 'a long piece', 'c'], '  ', 8)).toEqual(['aa  bb', 'a long piece', 'c']);
    expect(flow([], '  ', 8)).toEqual([]);
  });

  test('a command breaks before its flags and can be pasted', () => {
    expect(flowCommand('contextful eval gate --report r1 --baseline a/b.json --json', 36)).toEqual([
      'contextful eval gate --report r1 \\',
      '  --baseline a/b.json --json',
    ]);
    expect(flowCommand('contextful runs show', 80)).toEqual(['contextful runs show']);
  });
});
