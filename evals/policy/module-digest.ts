import { refuse } from '../../spec/refusals.ts';

/** Set when the product or a test is built, by scripts/policy-module.mjs. */
declare const __POLICY_MODULE__: string;

/**
 * `policy_module`: the SHA-256 of this module built to its one ESM file, as `sha256:<hex>`. It stands in the
 * plan, the report and the checkpoint. Clause assurance.structure-tree.decision-module.
 */
export function policyModule(): string {
  return __POLICY_MODULE__;
}

/** Throws PolicyModuleMismatch when an adapter was built against another decision module than this one. */
export function requirePolicyModule(expected: string): void {
  const built = policyModule();
  if (expected === built) return;
  throw refuse('PolicyModuleMismatch', {
    message: 'the store adapter was built against another policy module',
    found: expected,
    want: built,
    facts: { found: expected, want: built },
  });
}
