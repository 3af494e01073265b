import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Clock } from '../../core/context.ts';
import { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../spec/refusals.ts';
import { type Claims, claimsSchema } from './credential.ts';
import { parsePredicate } from './parse-predicate.ts';
import type { Predicate } from './predicate.ts';
import { deviceSession, type Session } from './session.ts';

const LEEWAY_SECONDS = 30;
const REQUIRED = ['aud', 'exp', 'agent', 'zone', 'tables'];

/** What a run brings to admission; null = not given. */
export type Admission = {
  /** The JWS of `CONTEXTFUL_TOKEN`. It is read here and stands in no text, report or event. */
  readonly token: string | null;
  /** PEM text of the issuer's Ed25519 or P-256 key. */
  readonly publicKey: string | null;
  readonly audience: string | null;
  /** `--zone`. */
  readonly zone: string | null;
  /** `--agent`, the subject of a run without token. */
  readonly agent: string;
  readonly clock: Clock;
};

/**
 * Turns a credential into the session of the run (evaluate.md 5.1). Without token only `--zone local:device`
 * has a session. Rejects with CredentialMissing, CredentialInvalid {reason} or CredentialZoneMismatch.
 * Clause assurance.evaluate.policy-labels.
 */
export async function admitCredential(admission: Admission): Promise<Session> {
  const asked = admission.zone?.trim();
  if (admission.token === null) {
    if (asked === 'local:device') return deviceSession(admission.agent);
    throw refuse('CredentialMissing', {
      message: 'no credential: CONTEXTFUL_TOKEN is not set',
      found: asked === undefined ? 'no --zone' : `--zone ${asked}`,
      want: 'a token, or --zone local:device',
      facts: { zone: asked ?? null },
    });
  }
  const claims = await verifiedClaims(admission.token, admission);
  const zone = claims.zone.trim();
  if (asked !== undefined && asked !== zone) throw zoneMismatch(asked, zone);
  return sessionOf(claims, zone);
}

type InvalidReason =
  | 'public-key'
  | 'audience-unset'
  | 'malformed'
  | 'algorithm'
  | 'signature'
  | 'expired'
  | 'not-yet-valid'
  | 'audience'
  | 'missing-claim'
  | 'claim';

async function verifiedClaims(token: string, admission: Admission): Promise<Claims> {
  const { key, algorithm } = issuerKey(admission.publicKey);
  if (admission.audience === null) throw invalid('audience-unset', 'no audience to verify it for');
  const { errors, jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      audience: admission.audience,
      requiredClaims: REQUIRED,
      clockTolerance: LEEWAY_SECONDS,
      currentDate: new Date(Number(admission.clock.now() / 1_000_000n)),
    });
    return parsedClaims(payload);
  } catch (error) {
    // The library's errors carry the payload, so they are never passed on as a cause.
    if (error instanceof Refusal) throw error;
    if (error instanceof errors.JWTClaimValidationFailed) throw claimFault(error.claim, error.reason);
    if (error instanceof errors.JWTExpired) throw invalid('expired', 'it has expired', 'exp');
    if (error instanceof errors.JOSEAlgNotAllowed) {
      throw invalid('algorithm', `it is not signed with ${algorithm}, the algorithm of the public key`);
    }
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      throw invalid('signature', 'its signature does not belong to the public key');
    }
    throw invalid('malformed', 'it is no signed token');
  }
}

function issuerKey(pem: string | null): { readonly key: KeyObject; readonly algorithm: 'EdDSA' | 'ES256' } {
  if (pem === null) throw invalid('public-key', 'no public key to verify it with');
  // A public key could be made of a private one, which has no business where tokens are only verified.
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(pem))
    throw invalid('public-key', 'the public key is a private one');
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw invalid('public-key', 'the public key is no PEM text of a key');
  }
  if (key.asymmetricKeyType === 'ed25519') return { key, algorithm: 'EdDSA' };
  if (key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1') {
    return { key, algorithm: 'ES256' };
  }
  throw invalid('public-key', 'the public key is neither Ed25519 nor P-256');
}

function parsedClaims(payload: unknown): Claims {
  const parsed = claimsSchema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const claim = String(parsed.error.issues[0]?.path[0] ?? '');
  throw invalid('claim', `its claim \`${claim}\` is not of the form that a credential has`, claim);
}

function claimFault(claim: string, reason: string): Refusal {
  if (reason === 'missing') return invalid('missing-claim', `it lacks the claim \`${claim}\``, claim);
  if (claim === 'aud') return invalid('audience', 'it is for another audience', claim);
  if (claim === 'nbf') return invalid('not-yet-valid', 'it is not valid yet', claim);
  return invalid('claim', `its claim \`${claim}\` is not of the form that a credential has`, claim);
}

function sessionOf(claims: Claims, zone: string): Session {
  const { agent, tenant } = claims;
  return {
    agent,
    zone,
    subject: { ...claims.subject, agent, ...(tenant === undefined ? {} : { tenant }) },
    tenant: tenant ?? null,
    tables: claims.tables,
    rows: claims.rows === undefined ? null : credentialPredicate(claims.rows),
    rowLimit: claims.limits?.rows ?? null,
  };
}

/** A refusal of the grammar shows the predicate, which is part of the token, so it does not leave here. */
function credentialPredicate(text: string): Predicate {
  try {
    return parsePredicate(text, { table: '', columns: null });
  } catch {
    throw invalid('claim', 'its claim `rows` is no predicate', 'rows');
  }
}

function invalid(reason: InvalidReason, fault: string, claim?: string): Refusal {
  return refuse('CredentialInvalid', {
    message: `the credential is not valid: ${fault}`,
    want: 'a token signed with EdDSA or ES256 that has aud, exp, agent, zone and tables',
    facts: { reason, ...(claim === undefined ? {} : { claim }) },
  });
}

function zoneMismatch(asked: string, zone: string): Refusal {
  return refuse('CredentialZoneMismatch', {
    message: `--zone ${asked} is not the zone of the credential`,
    found: `--zone ${asked}`,
    want: `--zone ${zone}`,
    facts: { asked, zone },
  });
}
