import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createServiceClient } from '@latchkey/contracts/service-client';
import type { Metrics } from '@latchkey/http-server';
import { latchkeyTheme, type Theme } from '@latchkey/pages';
import { createCursorSealer } from '@latchkey/pagination';
import type { Logger } from '@latchkey/process';
import { networkOf } from '@latchkey/request-parser';
import { deriveKey, parseKeyList, parseServiceCallers, type NamedKey } from '@latchkey/secrets';
import {
  createDpopNonces,
  createFileKeySource,
  createJwksKeySource,
  createRelayVerifier,
  createTokenVerifier,
  type RemoteKeySource,
} from '@latchkey/tokens';
import { Counter } from 'prom-client';
import type { UserApiConfig } from './config.ts';
import type { UserApiContext, UserApiStores } from './context.ts';
import { measureHashGate } from './measures.ts';
import { createLinkTokens } from './people/mail/link-token.ts';
import { createDropClient } from './sibling/drop.ts';
import { createSsoClient, type SsoClient } from './sibling/sso.ts';
import { createCounterOf } from './signing-in/attempt/counters.ts';
import { createDigestOf } from './signing-in/attempt/find-outcome.ts';
import { createPlaceQueue } from './signing-in/attempt/hold-place.ts';
import { createPasswordHash } from './signing-in/password/password-hash.ts';
import { createHashGate, createPasswords, type Passwords } from './signing-in/password/passwords.ts';
import { createTextSealer } from './signing-in/totp/text-sealer.ts';
import { createFamilyCache, createVouchCache } from './tokens/positive-caches.ts';

interface ContextOptions {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly stores: UserApiStores;
  readonly keys: RemoteKeySource;
  readonly passwords: Passwords;
  /** Latchkey's unless given. */
  readonly theme?: Theme;
  readonly overrides?: Partial<UserApiContext>;
}

const positiveKeepSeconds = 5;

export function createContext(config: UserApiConfig, options: ContextOptions): UserApiContext {
  const { logger, metrics, stores, keys, passwords, theme = latchkeyTheme, overrides = {} } = options;
  const { now = Date.now } = overrides;
  return {
    now,
    newId: () => randomUUID(),
    randomBytes: (size) => randomBytes(size),
    pause: (milliseconds) => wait(milliseconds),
    placeQueue: createPlaceQueue(),
    networkOf,
    mostClientsOfOwner: config.OWNER_MAX_CLIENTS,
    connectionLimits: { ofSource: config.OWNER_MAX_CONNECTIONS, openForTarget: 50, openOfOwner: 5 },
    mostSessions: config.PRINCIPAL_MAX_SESSIONS,
    writesPerMinute: config.PRINCIPAL_WRITES_PER_MINUTE,
    signInsPerMinute: config.PRINCIPAL_SIGN_INS_PER_MINUTE,
    appTokensPerMinute: config.APP_TOKENS_PER_MINUTE,
    invitationLimit: config.ORG_MAX_INVITATIONS,
    sendsMail: config.MAIL_URL !== undefined,
    mailsPerHour: config.MAILS_PER_HOUR,
    ssoUrl: config.SSO_URL,
    theme,
    ownAddresses: [config.IDENTITY_ISSUER, config.SSO_URL, config.USER_API_URL, config.DROP_URL],
    publicUrl: config.USER_API_URL,
    services: [config.USER_API_URL, config.DROP_URL],
    serviceCallers: parseServiceCallers(config.SERVICE_CALLERS),
    passwords,
    ...createReports(logger, metrics),
    ...createSiblings(config, now, overrides.sso),
    ...createVerifiers(config, keys, now),
    ...createKeyed(config, now),
    ...stores,
    ...overrides,
  };
}

/** The keys of the issuer, from its address or from a file. Rejects when the file cannot be read. */
export async function openKeys(config: UserApiConfig): Promise<RemoteKeySource> {
  const { IDENTITY_ISSUER: issuer, SSO_CALL_URL: address, JWKS_FILE: path } = config;
  if (path !== undefined) return createFileKeySource({ path, now: Date.now });
  return createJwksKeySource({ issuer, address, fetch, now: Date.now });
}

/** Passwords in argon2id. The decoy is the hash of a random password, which is not kept. */
export async function createPasswordsOf(
  { PASSWORD_MIN_LENGTH: minLength, SEALING_KEYS }: UserApiConfig,
  { name: houseName }: Theme,
  metrics: Metrics,
): Promise<Passwords> {
  const hash = createPasswordHash(createTextSealer({ keys: parseKeyList(SEALING_KEYS), randomBytes }));
  const decoy = await hash.hash(randomBytes(32).toString('base64url'));
  const gate = createHashGate();
  measureHashGate(metrics, gate);
  return createPasswords({ hash, gate, decoy, minLength, houseName });
}

/** How the domain reports to the operators what no caller sees. */
function createReports(logger: Logger, { registry }: Metrics) {
  const lockedAccounts = new Counter({
    name: 'user_api_account_budgets_used_up_total',
    help: 'Accounts whose budget of wrong passwords was used up, once a day at most',
    registers: [registry],
  });
  const refusedClients = new Counter({
    name: 'user_api_relay_clients_refused_total',
    help: 'Attempts that were refused because the visitors of their client failed too often',
    registers: [registry],
  });
  const signIns = new Counter({
    name: 'user_api_sign_ins_total',
    help: 'Sign-ins that opened a session, by what was shown',
    labelNames: ['method'],
    registers: [registry],
  });
  return {
    onSignedIn: (method: string) => signIns.inc({ method }),
    onAccountLocked: () => lockedAccounts.inc(),
    onClientRefused: (clientId: string, isFirst: boolean) => {
      refusedClients.inc();
      if (isFirst) logger.warn('the visitors of a client fail too often', { client_id: clientId });
    },
    onNotifyFailed: (error: unknown) => logger.warn('sso was not notified of sign-ins that ended', { error }),
    onPayloadLost: (error: unknown) =>
      logger.warn('a payload could not be returned: its caller needs a new one', { error }),
  };
}

/** The clients of sso and drop, and what is remembered of sso's answers. */
function createSiblings(config: UserApiConfig, now: () => number, given?: SsoClient) {
  const key = { masterKey: config.SERVICE_MASTER_KEY };
  const { SSO_CALL_URL: baseUrl, SSO_INTERNAL_URL: internalUrl } = config;
  const callSso = createServiceClient({ service: 'sso', baseUrl, internalUrl, ...key });
  const callDrop = createServiceClient({ service: 'drop', baseUrl: config.DROP_CALL_URL, ...key });
  const sso = given ?? createSsoClient(callSso);
  const keepSeconds = config.TOKEN_CHECK_MODE === 'strict' ? 0 : positiveKeepSeconds;
  return {
    sso,
    drop: createDropClient(callDrop),
    families: createFamilyCache({
      ask: (token, traceparent) => sso.findFamily(token, traceparent),
      now,
      keepSeconds,
    }),
    vouchFor: createVouchCache({
      ask: (token, traceparent) => sso.isTokenActive(token, traceparent),
      now,
      keepSeconds,
    }),
  };
}

function createVerifiers(config: UserApiConfig, keys: RemoteKeySource, now: () => number) {
  const { IDENTITY_ISSUER: issuer } = config;
  return {
    assertKeysAtHand: () => keys.assertAtHand(),
    verifyAccessToken: createTokenVerifier({ issuer, audience: config.USER_API_URL, keys, now }),
    verifyRelay: createRelayVerifier({ issuer, audience: 'user-api', keys, now }),
  };
}

/** What works with a key of the configuration. */
function createKeyed(config: UserApiConfig, now: () => number) {
  const sealingKeys = parseKeyList(config.SEALING_KEYS);
  const cursorKeys = parseKeyList(config.CURSOR_KEYS);
  const hmacKey = throttleKey(config.THROTTLE_KEY, sealingKeys);
  return {
    counterOf: createCounterOf(hmacKey),
    digestOf: createDigestOf(hmacKey),
    linkTokens: createLinkTokens(linkKeys(config.LINK_KEYS, sealingKeys)),
    secrets: createTextSealer({ keys: sealingKeys, randomBytes }),
    cursors: createCursorSealer({ keys: cursorKeys, now, randomBytes }),
    nonces: createDpopNonces({ keys: cursorKeys.map(({ key }) => key), now }),
  };
}

/** Without a key of its own, the oldest sealing key gives it: a new key in front of the list empties no budget. */
function throttleKey(own: string | undefined, sealingKeys: readonly NamedKey[]): Buffer {
  return deriveKey(own ?? sealingKeys.at(-1)?.key ?? '', { purpose: 'throttle' });
}

/** As throttleKey: a link that was sent stays valid while a sealing key is replaced. */
function linkKeys(own: string | undefined, sealingKeys: readonly NamedKey[]): [NamedKey, ...NamedKey[]] {
  if (own !== undefined) return parseKeyList(own);
  return [{ kid: 'derived', key: deriveKey(sealingKeys.at(-1)?.key ?? '', { purpose: 'links' }) }];
}
