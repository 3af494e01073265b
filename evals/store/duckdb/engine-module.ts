// Under a name of its own: of a CommonJS package, a bundler's dynamic import has but a default.
import * as duckdb from '@duckdb/node-api';

export { duckdb };
