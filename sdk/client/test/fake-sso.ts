import { createHash } from 'node:crypto';
import type { Clock, Settings } from '../src/settings.ts';

/** What goes wrong with one request. The effect happens before all but `not_sent`, `busy` and `html`. */
export type Fault =
  | 'not_sent'
  | 'busy'
  | 'html'
  | 'lost'
  | 'failed_late'
  | 'malformed'
  | 'half'
  | { code: string };

export const faultsWithoutEffect = ['not_sent', 'busy', 'html'] as const;
export const faultsAfterEffect = ['lost', 'failed_late', 'malformed', 'half'] as const;

const sso = 'https://sso.test';
const lifeSeconds = 60;
const browserRoad = {
  authorization_endpoint: `${sso}/authorize`,
  authorization_response_iss_parameter_supported: true,
  latchkey_name: 'Acme <ID>',
};
const windowMs = 30_000;

/** Time that passes at once when somebody waits. */
function createFastClock(
  startMs = 1_000_000,
): Clock & { waits: number[]; advance(ms: number): void; set(ms: number): void } {
  let nowMs = startMs;
  let elapsedMs = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => nowMs,
    elapsed: () => elapsedMs,
    /** Somebody sets the clock; no time passes. */
    set: (ms) => void (nowMs = ms),
    advance: (ms) => void ([nowMs, elapsedMs] = [nowMs + ms, elapsedMs + ms]),
    async wait(ms, signal) {
      signal?.throwIfAborted();
      waits.push(ms);
      nowMs += ms;
      elapsedMs += ms;
    },
  };
}

/** The device flow, the redemption of a browser's code and the refresh of contract part 1, in one process, for one code and one family at a time. */
export function createFakeSso() {
  const clock = createFastClock();
  let challenge = '';
  let code: 'pending' | 'approved' | 'denied' | 'redeemed' = 'pending';
  let number: string | undefined;
  let endsAtMs = 0;
  let [apps, proofs] = [0, 0];
  let family = { serial: 0, before: -1, rotatedAtMs: 0, isAlive: true };
  const faults: (Fault | undefined)[] = [];
  const forms: Record<string, string>[] = [];
  const askedAtMs: number[] = [];
  let [inFlight, mostInFlight] = [0, 0];

  const tokens = () =>
    Response.json({
      token_type: 'Bearer',
      access_token: `access-${family.serial}`,
      expires_in: 900,
      refresh_token: `refresh-${family.serial}`,
      refresh_expires_in: 2_592_000,
      binding_chain: 'chain',
      binding_link: `link-${family.serial}`,
      scope: 'openid offline_access',
    });
  const refuse = (error: string, more: object = {}) =>
    Response.json({ error, error_description: `about ${error}`, ...more }, { status: 400 });

  function redeem(typed: string | undefined): Response {
    if (code === 'redeemed') {
      family = { ...family, isAlive: false };
      return refuse('invalid_grant');
    }
    if (clock.now() >= endsAtMs) return refuse('expired_token');
    if (code === 'denied') return refuse('access_denied');
    if (code === 'pending') return refuse('authorization_pending');
    if (number !== undefined && typed !== number)
      return refuse('authorization_pending', { confirmation: 'number' });
    code = 'redeemed';
    return tokens();
  }

  /** A code is good once, with the verifier of the request. */
  function redeemCode({ code: sent, code_verifier: verifier = '' }: Record<string, string>): Response {
    const isRight = createHash('sha256').update(verifier).digest('base64url') === challenge;
    if (sent !== 'good' || !isRight || code === 'redeemed') return refuse('invalid_grant');
    code = 'redeemed';
    return tokens();
  }

  function refresh({ refresh_token: token, binding_link: link }: Record<string, string>): Response {
    const serial = Number(token?.split('-')[1]);
    const isRepeated = serial === family.before && clock.now() < family.rotatedAtMs + windowMs;
    if (!family.isAlive || link !== `link-${serial}` || (serial !== family.serial && !isRepeated)) {
      family = { ...family, isAlive: false };
      return refuse('invalid_grant');
    }
    if (serial === family.serial)
      family = { ...family, serial: serial + 1, before: serial, rotatedAtMs: clock.now() };
    return tokens();
  }

  function answer(path: string, form: Record<string, string>): Response {
    if (path.startsWith('/.well-known/'))
      return Response.json({
        issuer: sso,
        token_endpoint: `${sso}/token`,
        ...browserRoad,
        device_authorization_endpoint: `${sso}/device_authorization`,
        revocation_endpoint: `${sso}/revoke`,
        introspection_endpoint: `${sso}/introspect`,
        userinfo_endpoint: `${sso}/userinfo`,
      });
    if (path === '/revoke') {
      family = { ...family, isAlive: false };
      return new Response(null, { status: 200 });
    }
    if (path === '/introspect')
      return Response.json(family.isAlive ? { active: true, scope: 'openid' } : { active: false });
    if (form['grant_type'] === 'client_credentials')
      return Response.json({
        token_type: 'Bearer',
        access_token: `app-${(apps += 1)}`,
        expires_in: 900,
        scope: 'orders:read',
      });
    if (path === '/userinfo') return Response.json({ sub: 'u', email: 'ann@example.test' });
    if (path === '/token' && form['grant_type'] === 'authorization_code') return redeemCode(form);
    if (path === '/token')
      return form['grant_type'] === 'refresh_token' ? refresh(form) : redeem(form['confirmation']);
    endsAtMs = clock.now() + lifeSeconds * 1000;
    const more = { verification_uri: `${sso}/device_login`, expires_in: lifeSeconds, interval: 5 };
    const asks = number === undefined ? {} : { confirmation: 'number' };
    return Response.json({ device_code: 'secret-code', user_code: 'BCDF-GHJK', ...more, ...asks });
  }

  async function send(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname.startsWith('/.well-known/')) return answer(pathname, {});
    const form = Object.fromEntries((init?.body ?? []) as URLSearchParams) as Record<string, string>;
    forms.push(form);
    if (new Headers(init?.headers).has('dpop')) proofs += 1;
    askedAtMs.push(clock.now());
    mostInFlight = Math.max(mostInFlight, (inFlight += 1));
    // An answer takes a turn of the loop, so that two calls of the same moment would meet here.
    await new Promise((resolve) => void setImmediate(resolve));
    inFlight -= 1;
    return spoil(faults.shift(), () => answer(pathname, form));
  }

  const settings: Settings = { sso, clientId: 'rp', clock, fetch: send };
  return {
    settings,
    clock,
    faults,
    forms,
    askedAtMs,
    mostInFlight: () => mostInFlight,
    proofs: () => proofs,
    /** The request of a browser, as /authorize sees it. */
    authorize: (page: string) => void (challenge = new URL(page).searchParams.get('code_challenge') ?? ''),
    decide: (decision: 'approved' | 'denied') => void (code = decision),
    /** From then on a login needs this number. */
    wantNumber: (wanted: string) => void (number = wanted),
    isFamilyAlive: () => family.isAlive,
  };
}

function spoil(fault: Fault | undefined, act: () => Response): Response {
  if (fault === undefined) return act();
  if (fault === 'busy')
    return Response.json(
      { error: 'temporarily_unavailable' },
      { status: 503, headers: { 'retry-after': '7', 'x-request-id': 'r-1' } },
    );
  if (fault === 'html')
    return new Response('<html>', { status: 400, headers: { 'content-type': 'text/html' } });
  if (fault === 'not_sent') throw new TypeError('fetch failed');
  if (typeof fault === 'object' && fault.code === 'invalid_token')
    return Response.json(
      { error: fault.code },
      { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
    );
  if (typeof fault === 'object')
    return Response.json({ error: fault.code }, { status: 400, headers: { 'retry-after': '9' } });
  act();
  if (fault === 'lost') throw new TypeError('terminated');
  if (fault === 'failed_late') return new Response('bad gateway', { status: 502 });
  if (fault === 'half') return Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 900 });
  return new Response('{"access_token":', { headers: { 'content-type': 'application/json' } });
}
