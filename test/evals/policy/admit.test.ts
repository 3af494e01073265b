import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { frozenClock } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusal.ts';
import { parseInstant } from '../../../core/time.ts';
import { type Admission, admitCredential } from '../../../evals/policy/index.ts';

const NOW_NS = parseInstant('2030-06-01T00:00:00Z') ?? 0n;
const NOW = Number(NOW_NS / 1_000_000_000n);
const ed25519 = generateKeyPairSync('ed25519');
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const claims = { aud: 'contextful', exp: NOW + 60, agent: 'agent://a', zone: 'on-prem:hq', tables: ['kb/*'] };

describe('assurance.evaluate.policy-labels: admission', () => {
  test('a signed credential becomes a session', async () => {
    const token = await signed({
      ...claims,
      zone: ' on-prem:hq ',
      tenant: 'acme',
      rows: "team = 'ops'",
      subject: { agent: 'agent://other', clearance: 3, admin: true },
      limits: { rows: 50 },
    });
    expect(await admit({ token })).toMatchObject({
      agent: 'agent://a',
      zone: 'on-prem:hq',
      subject: { agent: 'agent://a', tenant: 'acme', clearance: 3, admin: true },
      tenant: 'acme',
      tables: ['kb/*'],
      rows: { text: "team = 'ops'", columns: ['team'] },
      rowLimit: 50,
    });
  });

  test('ES256 is the other algorithm', async () => {
    const token = await signed(claims, 'ES256', p256.privateKey);
    expect(await admit({ token, publicKey: pem(p256.publicKey) })).toMatchObject({
      agent: 'agent://a',
      rows: null,
    });
  });

  test('without token only the device has a session, and it sees all tables as --agent', async () => {
    expect(await admit({ token: null, zone: ' local:device ' })).toEqual({
      agent: 'agent://local',
      zone: 'local:device',
      subject: { agent: 'agent://local' },
      tenant: null,
      tables: null,
      rows: null,
      rowLimit: null,
    });
    for (const zone of [null, 'on-prem:hq', 'local:laptop', '*']) {
      expect(await faultOf({ token: null, zone })).toMatchObject({ code: 'CredentialMissing', exit: 2 });
    }
  });

  test('--zone must be the zone of the credential', async () => {
    const token = await signed(claims);
    expect(await admit({ token, zone: ' on-prem:hq ' })).toMatchObject({ zone: 'on-prem:hq' });
    expect(await faultOf({ token, zone: 'local:device' })).toMatchObject({
      code: 'CredentialZoneMismatch',
      exit: 2,
      facts: { asked: 'local:device', zone: 'on-prem:hq' },
    });
  });

  test('expiry has 30 s of leeway by the injected clock', async () => {
    expect(await admit({ token: await signed({ ...claims, exp: NOW - 29 }) })).toMatchObject({
      agent: 'agent://a',
    });
    expect(await faultOf({ token: await signed({ ...claims, exp: NOW - 31 }) })).toMatchObject({
      facts: { reason: 'expired', claim: 'exp' },
    });
    expect(await faultOf({ token: await signed({ ...claims, nbf: NOW + 31 }) })).toMatchObject({
      facts: { reason: 'not-yet-valid' },
    });
  });

  test.each(['aud', 'exp', 'agent', 'zone', 'tables'])(
    'without the claim %s it is not valid',
    async claim => {
      const token = await signed(
        Object.fromEntries(Object.entries(claims).filter(([name]) => name !== claim)),
      );
      expect(await faultOf({ token })).toMatchObject({
        code: 'CredentialInvalid',
        exit: 2,
        facts: { reason: 'missing-claim', claim },
      });
    },
  );

  test.each([
    ['agent', ''],
    ['agent', 'a\u0007'],
    ['zone', 7],
    ['tables', 'kb/*'],
    ['tables', [7]],
    ['tenant', null],
    ['rows', 'owner'],
    ['subject', { a: null }],
    ['subject', { a: ['x'] }],
    ['subject', { a: 'nul\0' }],
    ['limits', { rows: 0 }],
    ['exp', '2030'],
  ])('a claim %s of the wrong form: %j', async (claim, value) => {
    const fault = await faultOf({ token: await signed({ ...claims, [claim]: value }) });
    expect(fault).toMatchObject({ code: 'CredentialInvalid', facts: { reason: 'claim', claim } });
  });

  test.each([
    ['audience', async () => ({ token: await signed({ ...claims, aud: 'other' }) })],
    ['audience-unset', async () => ({ token: await signed(claims), audience: null })],
    ['public-key', async () => ({ token: await signed(claims), publicKey: null })],
    ['public-key', async () => ({ token: await signed(claims), publicKey: 'no key' })],
    ['public-key', async () => ({ token: await signed(claims), publicKey: pem(rsa()) })],
    ['public-key', async () => ({ token: await signed(claims), publicKey: privatePem('pkcs8') })],
    ['public-key', async () => ({ token: await signed(claims), publicKey: privatePem('sec1') })],
    [
      'public-key',
      async () => ({
        token: await signed(claims),
        publicKey: `${pem(ed25519.publicKey)}${privatePem('pkcs8')}`,
      }),
    ],
    [
      'signature',
      async () => ({ token: await signed(claims, 'EdDSA', generateKeyPairSync('ed25519').privateKey) }),
    ],
    ['signature', async () => ({ token: tampered(await signed(claims)) })],
    ['algorithm', async () => ({ token: await signed(claims, 'ES256', p256.privateKey) })],
    ['algorithm', async () => ({ token: unsigned() })],
    ['algorithm', async () => ({ token: hmacWithThePublicKey() })],
    ['malformed', async () => ({ token: 'not.a.token' })],
    ['malformed', async () => ({ token: '' })],
  ])('reason %s', async (reason, change) => {
    expect(await faultOf(await change())).toMatchObject({
      code: 'CredentialInvalid',
      exit: 2,
      facts: { reason },
    });
  });

  test('no refusal carries the token or a claim’s text', async () => {
    const secret = 'sesame';
    const tokens = [
      await signed({ ...claims, aud: secret }),
      await signed({ ...claims, exp: NOW - 3600, agent: secret }),
      await signed({ ...claims, rows: `${secret} ==` }),
      await signed({ ...claims, subject: { [secret]: null } }),
      tampered(await signed({ ...claims, agent: secret })),
      `${secret}.${secret}.${secret}`,
    ];
    for (const token of tokens) {
      const { message, found, want, hint, facts, cause, stack } = await faultOf({ token });
      const text = JSON.stringify([message, found, want, hint, facts, stack, String(cause)]);
      expect(cause).toBeUndefined();
      expect(text).not.toContain(secret);
      expect(text).not.toContain(token);
    }
  });
});

function admit(change: Partial<Admission>) {
  return admitCredential({
    token: null,
    publicKey: pem(ed25519.publicKey),
    audience: 'contextful',
    zone: null,
    agent: 'agent://local',
    clock: frozenClock(NOW_NS),
    ...change,
  });
}

async function faultOf(change: Partial<Admission>): Promise<Refusal> {
  try {
    await admit(change);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('admitted');
}

function signed(payload: Record<string, unknown>, alg = 'EdDSA', key: KeyObject = ed25519.privateKey) {
  return new SignJWT(payload).setProtectedHeader({ alg }).sign(key);
}

function tampered(token: string): string {
  const [header, , signature] = token.split('.');
  return `${header}.${encoded({ ...claims, agent: 'agent://root' })}.${signature}`;
}

function unsigned(): string {
  return `${encoded({ alg: 'none' })}.${encoded(claims)}.`;
}

/** The classic confusion: the public key used as an HMAC secret. */
function hmacWithThePublicKey(): string {
  const body = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`;
  return `${body}.${createHmac('sha256', pem(ed25519.publicKey)).update(body).digest('base64url')}`;
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function pem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

function rsa(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
}

/** The P-256 private key, which a public one could be made of. */
function privatePem(type: 'pkcs8' | 'sec1'): string {
  return p256.privateKey.export({ type, format: 'pem' }).toString();
}
