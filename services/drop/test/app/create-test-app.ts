import { createHash, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { isDependencyLost } from '@latchkey/database';
import { createApp, createMetrics, describeWholeApi } from '@latchkey/http-server';
import { createSkin, latchkeyTheme } from '@latchkey/pages';
import { createLogger } from '@latchkey/process';
import {
  createClock,
  createTestKeys,
  forgeToken,
  request,
  useDocument,
  useKeptServer,
} from '@latchkey/testing';
import { loadConfig } from '../../src/config.ts';
import type { DropContext } from '../../src/context.ts';
import { createContext, type Fetch } from '../../src/create-context.ts';
import { createFrontDoor, createRouteGroups } from '../../src/routes.ts';
import { createPassphraseKdf } from '../../src/secrecy/passphrase-kdf.ts';
import { service } from '../../src/service.ts';
import { listEvents, pool, setDatabaseClock } from './test-database.ts';

export const issuer = 'https://sso.example.test';
export const dropUrl = 'https://drop.example.test';
/** What the pages need of the context. */
export const house = { dropUrl, skin: createSkin(latchkeyTheme) };
/** What user-api calls who asks for a secret. */
const askers = { user: 'a…@example.test', org: 'Acme', app: 'Backup' };
const keep = useKeptServer();
const hold = useDocument();
const startMs = Date.UTC(2026, 10, 21, 12);

interface TestAppOptions {
  readonly context?: Partial<DropContext>;
  readonly bodyBytesInFlight?: number;
  readonly headerAuth?: Parameters<typeof createRouteGroups>[0];
  /** Turns the strict check mode on: what sso says about the token. */
  readonly isStillActive?: () => Promise<boolean>;
}

/** The service as it starts, but without Redis, on clocks that stand still, and with sso's answers made here. */
export async function createTestApp(options: TestAppOptions = {}) {
  const { context = {}, headerAuth = {}, isStillActive, bodyBytesInFlight } = options;
  const clock = createClock(startMs);
  const { now } = clock;
  await setDatabaseClock(startMs);
  const lines: string[] = [];
  let serial = 0;
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = createLogger({ service: 'drop', level: 'debug', stream });
  const config = loadConfig({
    NODE_ENV: 'test',
    IDENTITY_ISSUER: issuer,
    DROP_URL: dropUrl,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    CURSOR_KEYS: `c1:${Buffer.alloc(32, 7).toString('base64url')}`,
    ...(isStillActive && {
      TOKEN_CHECK_MODE: 'strict',
      SERVICE_MASTER_KEY: 'x'.repeat(48),
      SSO_INTERNAL_URL: issuer,
    }),
  });
  const metrics = createMetrics();
  const whole = await createContext(config, {
    logger,
    metrics,
    connections: { pool, redis: undefined },
    fetch: createIssuer(isStillActive),
    overrides: {
      userApi: { findAsker: async ({ kind }) => askers[kind], logDropEvents: async () => undefined },
      vault: { peppers: [], kdf: createPassphraseKdf(hashQuickly), randomBytes },
      now,
      newId: () => `made-id-${String((serial += 1)).padStart(14, '0')}`,
      ...context,
    },
  });
  const groups = createRouteGroups(headerAuth, house);
  const edge = {
    service,
    groups,
    frontDoor: createFrontDoor(house, groups),
    logger,
    health: {},
    isDependencyLost,
    trustProxy: 'loopback',
    newRequestId: () => 'request-1',
  };
  const { express } = createApp({ ...edge, context: whole, bodyBytesInFlight });
  const app = keep(
    hold(express, `drop ${JSON.stringify(headerAuth)}`, () => describeWholeApi(service, groups)),
  );

  /** A token of `sub`, as sso would sign it. */
  function tokenOf(sub: string, claims: Record<string, unknown> = {}): string {
    const iat = now() / 1000;
    const common = { iss: issuer, aud: [dropUrl], iat, nbf: iat, exp: iat + 900, jti: `jti-${sub}`, sub };
    const usual = { sid: 'sid-1', client_id: 'demo-cli', scope: 'admin', token_use: 'user', pk: 'user' };
    const all = { ...common, ...usual, ...claims };
    return forgeToken(all);
  }

  const post = (path: string, body: object = {}) => request(app).post(path).send(body);

  /** Posts as a principal. */
  const postAs = (sub: string, path: string, body: object = {}) =>
    post(path, { 'auth.token': tokenOf(sub, sub === 'admin-1' ? { pk: 'admin' } : {}), ...body });

  /** Moves the clocks of the service and of its database on. */
  async function advance(seconds: number): Promise<void> {
    clock.advance(seconds);
    await setDatabaseClock(now());
  }

  return { app, now, advance, events: listEvents, context: whole, metrics, lines, post, postAs, tokenOf };
}

/** Stands in for argon2id, which is tested by itself. */
export async function hashQuickly(key: string, salt: Uint8Array): Promise<Uint8Array> {
  return createHash('sha256').update(salt).update(key).digest();
}

/** The answers of sso: its discovery document, its keys, and whether a token is still active. */
function createIssuer(isStillActive: () => Promise<boolean> = async () => true): Fetch {
  const { kid, publicKey } = createTestKeys();
  return async (url) => {
    const { pathname } = new URL(url);
    if (pathname === '/internal/v1/tokens/verify') {
      return Response.json({ status: 1, comment: 'OK', data: { active: await isStillActive() } });
    }
    if (pathname === '/jwks')
      return Response.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid }] });
    return Response.json({ issuer, jwks_uri: `${issuer}/jwks` });
  };
}
