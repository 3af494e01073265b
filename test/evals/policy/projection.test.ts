import { describe, expect, test } from 'vitest';
import type { ColumnPolicy } from '../../../evals/policy/declaration.ts';
import { projectCells, shutColumns } from '../../../evals/policy/index.ts';
import { notesTable, sessionOf } from '../../support/policy-world.ts';

const open: ColumnPolicy = { zoneAllow: null, mask: false, class: null };
const table = notesTable({
  zoneAllow: ['*'],
  columns: {
    owner: { ...open, mask: true },
    team: { ...open, zoneAllow: ['on-prem:hq'] },
    level: { ...open, class: 'phi', zoneAllow: ['*'] },
    plain: open,
    label: { ...open, class: 'pii' },
  },
});
const cells = { owner: 'a', team: 'ops', level: 3, plain: 'p', label: 'l', other: null };

describe('assurance.evaluate.policy-labels: columns', () => {
  test.each([
    ['on-prem:hq', { ...cells, owner: null }],
    ['on-prem:lab', { ...cells, owner: null, team: null }],
    ['public-cloud:eu', { ...cells, owner: null, team: null, level: null }],
    ['moon:base', { ...cells, owner: null, team: null, level: null }],
  ])('in %s', (zone, visible) => {
    expect(projectCells(table, sessionOf({ zone }), cells)).toEqual(visible);
  });

  test('a mask, a class or a zone of its own keeps a column out of every stored text', () => {
    expect([...shutColumns(table.declaration)]).toEqual(['owner', 'team', 'level', 'label']);
  });

  test('a column named __proto__ is a column', () => {
    const columns = JSON.parse('{"__proto__": {"zoneAllow": null, "mask": true, "class": null}}');
    const hostile = notesTable({ columns });
    const projected = projectCells(hostile, sessionOf(), JSON.parse('{"__proto__": "secret", "a": 1}'));
    expect(Object.entries(projected)).toEqual([
      ['__proto__', null],
      ['a', 1],
    ]);
  });
});
