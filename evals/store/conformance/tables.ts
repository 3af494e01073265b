import { compareCodePoints } from '../../../core/code-points.ts';
import { shutColumns, type TableDeclaration, undeclaredTable } from '../../policy/index.ts';
import { parsePredicate } from '../../policy/parse-predicate.ts';
import { snippetColumns } from '../../retrieve/snippet.ts';
import { dateColumnOf } from '../../retrieve/window.ts';
import type { AnalyzerName, ColumnType, TableSchema } from '../port.ts';

type Columns = { readonly [name: string]: ColumnType };

const STRING: ColumnType = 'string';
const CLOCKS = { available: 'timestamp', valid_from: 'timestamp', valid_to: 'timestamp' } as const;
const TEXTS = { title: 'string', body: 'string', owner: 'string', tenant: 'string', key: 'string' } as const;
const COMMON: Columns = {
  ...CLOCKS,
  ...TEXTS,
  gone: 'boolean',
  rev: 'integer',
  fingerprint: 'string',
  published_at: 'string',
};

const PLAIN = undeclaredTable('');

const CLAIMS: Columns = {
  ...COMMON,
  subject: 'string',
  predicate: 'string',
  tier: 'string',
  evidence: 'json',
};

const FULLTEXT = index('fulltext');
const VECTOR = index('vector');

/** One table per thing that an engine can get wrong; every row of a generated world fits any of them. */
export const TABLES: readonly TableSchema[] = [
  table('kb/notes', {
    primaryKey: ['key'],
    orderBy: 'rev',
    availableTime: 'available',
    contentHashColumn: 'fingerprint',
    deleteColumn: 'gone',
    policy: { zoneAllow: null, rows: ownerPolicy('kb/notes'), columns: {} },
  }),
  table('kb/articles', { primaryKey: ['key'], tenantColumn: 'tenant', indexes: [FULLTEXT] }, 'english'),
  table('kb/wiki', { primaryKey: ['key'], availableTime: 'available', indexes: [FULLTEXT, VECTOR] }, 'cjk'),
  table('kb/abroad', { primaryKey: ['key'], policy: zone('public-cloud:eu') }),
  table('kb/replaced', { primaryKey: ['key'], writeMode: 'replace', indexes: [VECTOR] }),
  table('log/events', { availableTime: 'available', deleteColumn: 'gone' }),
  table('log/numbers', { primaryKey: ['key'] }, 'standard', { key: 'integer', rev: 'integer', ...CLOCKS }),
  table('graph/edges', { primaryKey: ['key'], role: 'edges' }),
  table('graph/facts', {
    primaryKey: ['key'],
    availableTime: 'available',
    validTime: { from: 'valid_from', to: 'valid_to' },
    policy: { zoneAllow: ['*'], rows: null, columns: { body: { zoneAllow: null, mask: true, class: null } } },
  }),
  table(
    'memory/claims',
    {
      primaryKey: ['key'],
      role: 'claims',
      validTime: { from: 'valid_from', to: 'valid_to' },
      contentHashColumn: 'fingerprint',
    },
    'standard',
    CLAIMS,
  ),
  table('secret/plans', { primaryKey: ['key'], tenantColumn: 'tenant', policy: zone('*') }),
  table('__proto__', { primaryKey: ['key'] }, 'standard', { ...COMMON, constructor: STRING }),
];

function table(
  name: string,
  declared: Partial<TableDeclaration>,
  analyzer: AnalyzerName = 'standard',
  types: Columns = COMMON,
): TableSchema {
  const declaration = { ...PLAIN, ...declared, name, columns: types };
  const columns = Object.entries(types)
    .map(([column, type]) => ({ name: column, type }))
    .sort((a, b) => compareCodePoints(a.name, b.name));
  const shut = shutColumns(declaration);
  return {
    name,
    declaration,
    columns,
    snippetColumns: snippetColumns(columns, new Set([...shut, 'owner', 'tenant', 'fingerprint', 'key'])),
    analyzer,
    dateColumn: dateColumnOf(columns, shut),
  };
}

function ownerPolicy(name: string): TableDeclaration['policy']['rows'] {
  const predicate = (text: string) => parsePredicate(text, { table: name, columns: ['owner'] });
  return {
    predicate: predicate("owner = subject.agent OR owner IN ('everyone')"),
    exceptions: [{ when: predicate("subject.role = 'auditor'"), predicate: predicate('owner IS NOT NULL') }],
  };
}

function zone(pattern: string): TableDeclaration['policy'] {
  return { zoneAllow: [pattern], rows: null, columns: {} };
}

function index(kind: 'fulltext' | 'vector'): TableDeclaration['indexes'][number] {
  return { kind, columns: ['body'], idColumn: null, analyzer: 'standard', model: null, dim: null };
}
