import type { IntrospectionResponse, UserInfoResponse } from 'oauth4webapi';
import { createApp, type App, type AppInput } from './app.ts';
import { checkSettings, checkToken } from './check-settings.ts';
import { LatchkeyError } from './latchkey-error.ts';
import { moveLogin, type DeviceLogin } from './login/device-login.ts';
import { createFollower, type FollowOptions } from './login/follow.ts';
import type { Login } from './login/login-record.ts';
import { startLogin, type LoginInput } from './login/start.ts';
import { expectOk } from './oauth/answer.ts';
import { createSso, type Siblings, type Sso } from './oauth/sso.ts';
import type { SessionStore } from './session/session-store.ts';
import {
  createSession,
  keepLogin,
  type Caller,
  type Session,
  type SessionOptions,
} from './session/session.ts';
import { nameStoreFailures } from './session/store-failures.ts';
import type { Settings } from './settings.ts';

/** A relying party of one installation. */
export interface Latchkey {
  /** Starts a device authorization; show the person `userCode` and `verificationUri`, and store the record. */
  startDeviceLogin(input?: LoginInput): Promise<DeviceLogin>;
  /** The record after the person said that they have approved; following it asks as soon as the interval allows. */
  continueDeviceLogin(login: DeviceLogin): DeviceLogin;
  /**
   * Follows a login to its end and answers its records; store each before asking for the next. Throws the reason of the
   * signal, or a LatchkeyError for a refusal that no waiting mends. One process at a time may follow a login.
   */
  followDeviceLogin(login: DeviceLogin, options?: FollowOptions): AsyncIterable<DeviceLogin>;
  /** Opens the session in `store`; with a redeemed login it begins one there first, unless that has been done. */
  openSession(store: SessionStore, login?: Login, options?: SessionOptions): Promise<Session>;
  /**
   * Asks sso whether a token counts at this moment, and what it says (RFC 7662 2.2). A public client may ask only about
   * its own access tokens, and nobody about another client's refresh token: these are answered as inactive.
   */
  introspect(token: string): Promise<IntrospectionResponse>;
  /** Who the person of a session is, as its scopes allow (OpenID Connect Core 5.3). */
  userInfo(session: { readonly caller: Caller }): Promise<UserInfoResponse>;
  /**
   * The access of this client for itself, without a person (RFC 6749 4.4): its token is asked for once for all callers,
   * kept in memory, and renewed before its end. Throws `not_configured` for a client without a secret.
   */
  openApp(input?: AppInput): App;
  /** What sso's metadata says of the installation: its name, and the addresses of user-api and drop. */
  findSiblings(): Promise<Siblings>;
  /** For `userApi` and `drop`: calls with an access token from elsewhere, or without any. */
  useToken(accessToken?: string): { readonly caller: Caller };
}

/** What a relying party is made of, for the other entry points of this package. */
const parts = new WeakMap<Latchkey, { readonly sso: Sso; readonly settings: Settings }>();

export function partsOf(latchkey: Latchkey): { readonly sso: Sso; readonly settings: Settings } {
  const found = parts.get(latchkey);
  if (found === undefined) throw new TypeError('This is nothing that createLatchkey has made.');
  return found;
}

/** Throws `not_configured` for settings without a client, or with an address that is none. */
export function createLatchkey(settings: Settings): Latchkey {
  checkSettings(settings);
  const sso = createSso(settings);
  const follow = createFollower(sso);
  const findSiblings = async () => expectOk(await sso.findSiblings());
  const latchkey: Latchkey = {
    startDeviceLogin: (input = {}) => startLogin(sso, input, settings),
    continueDeviceLogin: (login) => moveLogin(login, { type: 'continued' }, sso.clock.now()),
    followDeviceLogin: follow,
    async openSession(store, login, options) {
      const named = nameStoreFailures(store);
      if (login !== undefined) await keepLogin(named, login, options);
      return createSession(settings, sso, named, options);
    },
    introspect: async (token) => expectOk(await sso.introspect(token)),
    userInfo: ({ caller }) => askUserInfo(sso, caller),
    openApp: (input = {}) => createApp(settings, sso, input),
    findSiblings,
    useToken: (accessToken) => ({
      caller: {
        settings,
        findSiblings,
        credentials: async () => (accessToken === undefined ? undefined : { accessToken, key: undefined }),
      },
    }),
  };
  parts.set(latchkey, { sso, settings });
  return latchkey;
}

/** Asks sso who the caller is. A token that was ended before its time is refreshed once, as for every call. */
async function askUserInfo(sso: Sso, caller: Caller): Promise<UserInfoResponse> {
  const first = await caller.credentials();
  if (first === undefined) throw new LatchkeyError('no_session', 'Without a token there is no person.');
  checkToken(first.accessToken);
  const answer = await sso.userInfo(first.accessToken, first.key);
  if (answer.type !== 'refused' || answer.error.code !== 'invalid_token') return expectOk(answer);
  const next = await caller.credentials(first.accessToken);
  if (next === undefined || next.accessToken === first.accessToken) return expectOk(answer);
  return expectOk(await sso.userInfo(next.accessToken, next.key));
}
