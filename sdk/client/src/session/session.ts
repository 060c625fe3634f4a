import { LatchkeyError } from '../latchkey-error.ts';
import type { Login } from '../login/login-record.ts';
import { expectOk } from '../oauth/answer.ts';
import type { DpopKey } from '../oauth/dpop-key.ts';
import type { Siblings, Sso } from '../oauth/sso.ts';
import { dropRefresh, isRefreshable, type KeptTokens } from '../oauth/tokens.ts';
import type { Settings } from '../settings.ts';
import { createEndedError, refreshTokens } from './refresh.ts';
import type { ActiveSession, SessionRecord, SessionStore } from './session-store.ts';

export interface AccessTokenOptions {
  /**
   * A token that expires sooner is refreshed first: 30 unless set. Where a token's whole life is shorter, half of its
   * life is enough; Infinity refreshes at every call. Without this option, a token that cannot be refreshed because the
   * store has no room is handed out until it expires.
   */
  readonly minValiditySeconds?: number;
}

export interface SessionOptions {
  /**
   * False for tokens that must end with their access token, such as an operator's: the refresh token of a new login is
   * not stored, and later `accessToken` throws `session_ended` with the reason `expired`.
   */
  readonly refresh?: boolean;
}

export type SessionState =
  | { readonly status: 'none' }
  | { readonly status: 'active'; readonly scope: string; readonly accessExpiresAtMs: number }
  | { readonly status: 'ended'; readonly reason: string };

/** The tokens of one login, kept fresh in one store. */
export interface Session {
  /**
   * An access token, refreshed first where it must be, once for all callers. Throws a LatchkeyError: `session_ended`
   * with the reason, `no_session`, `store_failed`, `no_answer` or the service's own; after the last two the session is
   * as it was. After `store_failed` it is too, unless the store had room before the refresh and none after it.
   */
  accessToken(options?: AccessTokenOptions): Promise<string>;
  state(): Promise<SessionState>;
  /** Revokes the tokens at the service and forgets them. */
  end(): Promise<void>;
  /** For `userApi` and `drop`. */
  readonly caller: SessionCaller;
}

interface SessionCaller extends Caller {
  credentials(refused?: string): Promise<Credentials>;
}

/** What the typed calls need: a session, or what `useToken` answers. */
export interface Caller {
  readonly settings: Settings;
  /** The addresses that sso names, for those that the settings leave open. */
  findSiblings?(): Promise<Siblings>;
  /**
   * A fresh access token and the key that it is bound to; undefined for calls without a token. `refused` is a token that
   * a service has refused. Where it is still the stored one, it is refreshed first, once for all callers; a caller that
   * cannot refresh answers it again.
   */
  credentials(refused?: string): Promise<Credentials | undefined>;
}

export interface Credentials {
  readonly accessToken: string;
  readonly key: DpopKey | undefined;
}

export const defaultValiditySeconds = 30;

/** How long a token must still be valid. No token outlives its own life: a longer wish would renew it at every call. */
export function findNeededMs(seconds: number, lifeMs = Infinity): number {
  const wishedMs = seconds * 1000;
  return wishedMs > lifeMs && seconds !== Infinity ? lifeMs / 2 : wishedMs;
}

export function createSession(
  settings: Settings,
  sso: Sso,
  store: SessionStore,
  { refresh: mayRefresh = true }: SessionOptions = {},
): Session {
  const openKey = rememberKey(sso);
  const freshTokens = createRefresher(sso, store, { mayRefresh, openKey });

  return {
    accessToken: async ({ minValiditySeconds } = {}) => (await freshTokens(minValiditySeconds)).accessToken,
    caller: {
      settings,
      findSiblings: async () => expectOk(await sso.findSiblings()),
      async credentials(refused) {
        const tokens = await freshTokens(undefined, refused);
        return { accessToken: tokens.accessToken, key: await openKey(tokens) };
      },
    },
    async state() {
      const record = await store.read();
      if (record === undefined) return { status: 'none' };
      if (record.status === 'ended') return { status: 'ended', reason: record.reason };
      const { scope, accessExpiresAtMs } = record.tokens;
      return { status: 'active', scope, accessExpiresAtMs };
    },
    end: () =>
      change(store, async () => {
        const record = await store.read();
        if (record?.status !== 'active') return undefined;
        expectOk(await sso.revoke(record.tokens.refreshToken ?? record.tokens.accessToken));
        return toRecord({ type: 'ended', reason: 'signed_out' }, record.tokens, record.revision + 1);
      }),
  };
}

interface Refreshing {
  readonly mayRefresh: boolean;
  readonly openKey: ReturnType<typeof rememberKey>;
}

/**
 * Answers tokens that are valid for as many seconds as are asked for, refreshed where they must be, and without such a
 * wish those that are there and valid.
 */
function createRefresher(sso: Sso, store: SessionStore, { mayRefresh, openKey }: Refreshing) {
  let refreshing: Promise<KeptTokens> | undefined;
  /** What the service has given and the store has failed to take. It is stored before the next refresh. */
  let unsaved: SessionRecord | undefined;
  /** How long a token is valid when it is new, once there was one. */
  let lifeMs: number | undefined;
  const isFresh = ({ accessExpiresAtMs }: KeptTokens, seconds: number) =>
    accessExpiresAtMs >= sso.clock.now() + findNeededMs(seconds, lifeMs);

  async function refresh(seen: ActiveSession, seconds: number): Promise<KeptTokens> {
    const late = unsaved;
    if (late !== undefined) await store.lock(() => store.replace(late));
    await change(store, async () => {
      const { tokens, revision } = expectActive(await store.read());
      // Another process may have refreshed while this one waited for the lock.
      const isDone = revision !== seen.revision && isFresh(tokens, Math.min(seconds, defaultValiditySeconds));
      if (isDone) return undefined;
      // Another process may have put a login here that is never refreshed.
      if (!isRefreshable(tokens)) throw createEndedError('expired');
      await store.makeRoom?.();
      const result = await refreshTokens(sso, tokens, await openKey(tokens));
      if (result.type === 'tokens') lifeMs = result.tokens.accessExpiresAtMs - sso.clock.now();
      unsaved = toRecord(result, tokens, revision + 1);
      return unsaved;
    });
    unsaved = undefined;
    return expectActive(await store.read()).tokens;
  }

  return async function freshTokens(asked?: number, refused?: string): Promise<KeptTokens> {
    const seconds = asked ?? defaultValiditySeconds;
    const seen = expectActive(await store.read());
    const canRefresh = mayRefresh && isRefreshable(seen.tokens);
    const isRefused = canRefresh && seen.tokens.accessToken === refused;
    if (isFresh(seen.tokens, seconds) && !isRefused) return seen.tokens;
    if (!canRefresh) throw createEndedError('expired');
    refreshing ??= refresh(seen, seconds).finally(() => (refreshing = undefined));
    return refreshing.catch((error: unknown) => {
      // No refresh was sent, and nobody has asked for more than a valid token.
      const isNoRoom =
        error instanceof LatchkeyError && error.code === 'store_failed' && unsaved === undefined;
      if (isNoRoom && asked === undefined && !isRefused && isFresh(seen.tokens, 1)) return seen.tokens;
      throw error;
    });
  };
}

/** Puts the tokens of a redeemed login into the store, unless it holds that login's family already. */
export async function keepLogin(
  store: SessionStore,
  { status, tokens }: Login,
  { refresh: mayRefresh = true }: SessionOptions = {},
): Promise<void> {
  if (tokens === undefined)
    throw new LatchkeyError('no_session', `A login that is ${status} has no tokens for a session.`);
  await change(store, async () => {
    const stored = await store.read();
    if (stored !== undefined && isOfLogin(stored, tokens)) return undefined;
    const revision = (stored?.revision ?? 0) + 1;
    return { status: 'active', revision, tokens: mayRefresh ? tokens : dropRefresh(tokens) };
  });
}

/** Tokens that nothing refreshes have no family: they are themselves. */
function isOfLogin(stored: SessionRecord, { bindingChain, accessToken }: KeptTokens): boolean {
  const held = stored.status === 'active' ? stored.tokens : stored;
  if (bindingChain !== undefined) return held.bindingChain === bindingChain;
  return stored.status === 'active' && stored.tokens.accessToken === accessToken;
}

/**
 * Stores what `work` makes under the lock. Whoever was taken for dead meanwhile stores it after all, unless another was
 * first: new tokens must not be lost.
 */
async function change(store: SessionStore, work: () => Promise<SessionRecord | undefined>): Promise<void> {
  const refused = await store.lock(async () => {
    const record = await work();
    return record === undefined || (await store.replace(record)) ? undefined : record;
  });
  if (refused !== undefined) await store.lock(() => store.replace(refused));
}

function toRecord(
  result: Awaited<ReturnType<typeof refreshTokens>>,
  { bindingChain }: KeptTokens,
  revision: number,
): SessionRecord {
  if (result.type === 'tokens') return { status: 'active', revision, tokens: result.tokens };
  const chain = bindingChain === undefined ? {} : { bindingChain };
  return { status: 'ended', revision, reason: result.reason, ...chain };
}

function expectActive(record: SessionRecord | undefined): ActiveSession {
  if (record === undefined) throw new LatchkeyError('no_session', 'The store holds no session.');
  if (record.status === 'ended') throw createEndedError(record.reason);
  return record;
}

/** Opens each key once, because it remembers the nonces of the servers. */
function rememberKey(sso: Sso) {
  let last: DpopKey | undefined;
  return async ({ dpopKey }: KeptTokens): Promise<DpopKey | undefined> => {
    if (last === undefined || last.jwk.d !== dpopKey?.d) last = await sso.openKey(dpopKey);
    return last;
  };
}
