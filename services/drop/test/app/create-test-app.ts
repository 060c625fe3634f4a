import { createHash, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { isDependencyLost } from '@latchkey/connections/is-dependency-lost';
import { createApp } from '@latchkey/http-server';
import { createLogger } from '@latchkey/logger';
import { createCursorSealer } from '@latchkey/pagination';
import { createClock, createTestKeys } from '@latchkey/testing';
import { createTokenVerifier, signJwt } from '@latchkey/tokens';
import request from 'supertest';
import { createProcessAttempts } from '../../src/attempts/process-attempts.ts';
import type { DropContext } from '../../src/context.ts';
import { createRouteGroups } from '../../src/routes.ts';
import { createPassphraseKdf } from '../../src/secrecy/passphrase-kdf.ts';
import { service } from '../../src/service.ts';
import { createProcessProofMemory } from '../../src/store/proof-memory.ts';
import { createIdentify, type IdentifyParts } from '../../src/token/identify.ts';
import { createMemoryDrops } from '../memory/memory-drops.ts';

export const issuer = 'https://sso.example.test';
export const dropUrl = 'https://drop.example.test';
const startMs = Date.UTC(2026, 10, 21, 12);

/** What a test may put in place of the usual. */
interface Overrides {
  readonly context?: Partial<DropContext>;
  readonly headerAuth?: Parameters<typeof createRouteGroups>[0];
  readonly isStillActive?: IdentifyParts['isStillActive'];
}

/** The whole service on memory stores and a clock that stands still. */
export function createTestApp({ context = {}, headerAuth = {}, isStillActive }: Overrides = {}) {
  const clock = createClock(startMs);
  const { now } = clock;
  const keys = createTestKeys();
  const memory = createMemoryDrops(now);
  const lines: string[] = [];
  let serial = 0;
  const whole: DropContext = {
    drops: memory.drops,
    keeper: memory.keeper,
    vault: { peppers: [], kdf: createPassphraseKdf(hashQuickly), randomBytes },
    attempts: createProcessAttempts(now),
    identify: createIdentify({
      verify: createTokenVerifier({
        issuer,
        audience: dropUrl,
        keys: { findKey: async (kid) => (kid === keys.kid ? keys.publicKey : undefined) },
        now,
      }),
      isStillActive,
      publicUrl: dropUrl,
      now,
      remember: createProcessProofMemory(now),
    }),
    cursors: createCursorSealer({ keys: [{ kid: 'c1', key: Buffer.alloc(32, 7) }], now, randomBytes }),
    now,
    newId: () => `made-id-${String((serial += 1)).padStart(14, '0')}`,
    ...context,
  };
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const app = createApp({
    service,
    context: whole,
    groups: createRouteGroups(headerAuth),
    logger: createLogger({ service: 'drop', level: 'debug', stream }),
    health: {},
    isDependencyLost,
    trustProxy: 'loopback',
  });

  /** A token of `sub`, as sso would sign it. */
  function tokenOf(sub: string, claims: Record<string, unknown> = {}): string {
    const iat = now() / 1000;
    const common = { iss: issuer, aud: [dropUrl], iat, nbf: iat, exp: iat + 900, jti: `jti-${sub}`, sub };
    const usual = { sid: 'sid-1', client_id: 'demo-cli', scope: '', token_use: 'user', pk: 'user' };
    const all = { ...common, ...usual, ...claims };
    return signJwt({ typ: 'at+jwt', claims: all, key: keys });
  }

  const post = (path: string, body: object = {}) =>
    request(app.express).post(path).set('x-request-id', 'request-1').send(body);

  /** Posts as a principal. */
  const postAs = (sub: string, path: string, body: object = {}) =>
    post(path, { 'auth.token': tokenOf(sub, sub === 'admin-1' ? { pk: 'admin' } : {}), ...body });

  return { ...memory, app, clock, context: whole, lines, post, postAs, tokenOf };
}

/** Stands in for argon2id, which is tested by itself. */
export async function hashQuickly(key: string, salt: Uint8Array): Promise<Uint8Array> {
  return createHash('sha256').update(salt).update(key).digest();
}
