import type { Predicate } from './predicate.ts';

/** What a subject field or a literal can hold. */
export type Scalar = string | number | boolean;

export type Subject = { readonly [field: string]: Scalar };

/** One admitted credential (5.1). Every read of a run goes through one session. */
export type Session = {
  readonly agent: string;
  /** Trimmed; may be undeclared text, which only `*` admits. */
  readonly zone: string;
  readonly subject: Subject;
  readonly tenant: string | null;
  /** Table patterns (`*` within a segment, `**` across); null = all tables. */
  readonly tables: readonly string[] | null;
  readonly rows: Predicate | null;
  readonly rowLimit: number | null;
};

/** The session of a run without credential: on the device itself, all tables, nothing but an agent known. */
export function deviceSession(agent: string): Session {
  return {
    agent,
    zone: 'local:device',
    subject: { agent },
    tenant: null,
    tables: null,
    rows: null,
    rowLimit: null,
  };
}
