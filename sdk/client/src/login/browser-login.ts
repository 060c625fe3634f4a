import * as oauth from 'oauth4webapi';
import { expectOk } from '../oauth/answer.ts';
import type { Callback, CodeProof } from '../oauth/browser-calls.ts';
import { makeDpopKey, type DpopKey } from '../oauth/dpop-key.ts';
import type { Sso } from '../oauth/sso.ts';
import { readPageAddress, type Settings } from '../settings.ts';
import type { BrowserLogin } from './login-record.ts';
import { tryStore, type LoginInput } from './start.ts';

/** As long as the code of a device lives. */
const lifeSeconds = 600;
/** A code is good for 60 s. */
const codeLifeMs = 60_000;

/** A login in a browser that has begun. What it is proved with stays in this process. */
export interface BrowserRequest {
  readonly login: BrowserLogin;
  /** Undefined for a query that is not the answer to this request. */
  read(query: URLSearchParams): Promise<Callback | undefined>;
  /** The login as the answer ends it. A code whose redemption got no answer is sent again while it lives. */
  end(callback: Callback): Promise<BrowserLogin>;
}

/**
 * Makes the address of a sign-in that leads back to `redirectUri`; undefined where the installation has no page for it.
 * Throws a LatchkeyError where sso does not answer, names a page that is not its own, or where the store fails.
 */
export async function startBrowser(
  { sso, settings }: { readonly sso: Sso; readonly settings: Settings },
  { scope, audience = [], dpop, store }: LoginInput,
  redirectUri: string,
): Promise<BrowserRequest | undefined> {
  const page = expectOk(await sso.findBrowserPage());
  if (page === undefined) return undefined;
  await tryStore(store);
  const state = oauth.generateRandomState();
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const key = await sso.openKey((dpop ?? settings.dpop) ? await makeDpopKey() : undefined);
  const url = new URL(readPageAddress(settings, page));
  const fields = {
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    ...(scope === undefined ? {} : { scope }),
    ...(key === undefined ? {} : { dpop_jkt: await key.handle.calculateThumbprint() }),
  };
  for (const [field, value] of Object.entries(fields)) url.searchParams.set(field, value);
  for (const one of [audience].flat()) url.searchParams.append('aud', one);
  const login: BrowserLogin = {
    status: 'pending',
    authorizationUrl: url.href,
    expiresInSeconds: lifeSeconds,
    expiresAtMs: sso.clock.now() + lifeSeconds * 1000,
  };
  return {
    login,
    async read(query) {
      const answer = await sso.readCallback(query, state);
      return answer.type === 'ok' ? answer.value : undefined;
    },
    end: async (callback) =>
      callback.type === 'refused'
        ? fail(login, callback.code, callback.description)
        : redeem(sso, login, callback.parameters, { redirectUri, codeVerifier, key }),
  };
}

async function redeem(
  sso: Sso,
  login: BrowserLogin,
  parameters: URLSearchParams,
  { key, ...proof }: CodeProof & { readonly key: DpopKey | undefined },
): Promise<BrowserLogin> {
  const untilMs = sso.clock.now() + codeLifeMs;
  for (let lost = 0; ; lost += 1) {
    const answer = await sso.redeemCode(parameters, proof, key);
    if (answer.type === 'ok') return { ...login, status: 'redeemed', tokens: answer.value };
    const { code, message, retryAfter = 0 } = answer.error;
    // Any request before this one may have spent the code.
    const isLost = answer.type === 'refused' && lost > 0 && code === 'invalid_grant';
    if (isLost) return fail(login, 'answer_lost');
    const waitMs = Math.max(1000 * 2 ** lost, retryAfter * 1000);
    const isOver = sso.clock.now() + waitMs >= untilMs;
    if (answer.type === 'refused' || isOver) return fail(login, code, message);
    await sso.clock.wait(waitMs);
  }
}

export function fail(login: BrowserLogin, reason: string, said?: string): BrowserLogin {
  return { ...login, status: 'failed', reason, ...(said === undefined ? {} : { said }) };
}
