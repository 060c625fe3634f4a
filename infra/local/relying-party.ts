import type { TokenPackage } from '../../services/sso/src/token/token-package.ts';

export type { TokenPackage };

/** The three base addresses under test. */
export interface Urls {
  readonly sso: string;
  readonly userApi: string;
  readonly drop: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export const demo = {
  email: 'demo@latchkey.test',
  password: 'latchkey-demo-password',
  cli: { client_id: 'demo-cli' },
  rp: { client_id: 'demo-rp', client_secret: 'demo-secret-demo-rp' },
} as const;

/** Sends a form and reads JSON. */
export async function postForm(
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = new URLSearchParams(form);
  return read(
    await fetch(url, { method: 'POST', body, headers: { accept: 'application/json', ...headers } }),
  );
}

/** Sends JSON and reads JSON. */
export async function postJson(url: string, fields: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return read(await fetch(url, { method: 'POST', body: JSON.stringify(fields), headers }));
}

async function read(response: Response): Promise<Answer> {
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

export interface StartedDevice {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** Starts a device authorization as `client`. */
export async function startDevice(
  urls: Urls,
  client: object = demo.cli,
  more: object = {},
): Promise<StartedDevice> {
  const form = { ...client, scope: 'openid profile email offline_access', ...more };
  const { status, body } = await postForm(`${urls.sso}/device_authorization`, form);
  if (status !== 200) throw new Error(`device_authorization answered ${status}: ${JSON.stringify(body)}`);
  return body as unknown as StartedDevice;
}

export function redeem(urls: Urls, deviceCode: string, client: object = demo.cli, grant = 'device_code') {
  return postForm(`${urls.sso}/token`, { grant_type: grant, device_code: deviceCode, ...client });
}

/** Names another network for each caller; the stack under test trusts its loopback as a proxy. */
export function fromNetwork(number: number): Record<string, string> {
  return { 'x-forwarded-for': `198.18.${number % 250}.7` };
}

interface Person {
  readonly email?: string;
  readonly password?: string;
  readonly network?: Record<string, string>;
}

/**
 * Signs a person in on the page without a browser, up to the confirmation; `shown` is what the page answered there,
 * and `send` decides.
 */
export async function openConfirmation(urls: Urls, userCode: string, person: Person = {}) {
  const page = `${urls.sso}/device_login`;
  const headers = { accept: 'application/json', ...person.network };
  const first = await fetch(`${page}?user_code=${userCode}`, { headers });
  const cookie = cookiesOf(first);
  const { csrf } = (await first.json()) as { csrf: string };
  const { email = demo.email, password = demo.password } = person;
  const form = { csrf, user_code: userCode, email, password, decision: 'continue' };
  const shown = await postForm(page, form, { ...headers, cookie });
  // The sign-in gives the browser a session and another cookie of its own.
  const signedIn = cookiesOf(shown);
  const send = (decision: 'approve' | 'deny') => {
    const { ticket, csrf: next } = shown.body as { ticket: string; csrf: string };
    const decided = { csrf: next, user_code: userCode, ticket, decision };
    return postForm(page, decided, { ...headers, cookie: signedIn });
  };
  return { shown, send };
}

function cookiesOf({ headers }: { readonly headers: Headers }): string {
  return headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** Walks a person through both steps of the page; the decision's answer, or the first step's where that failed. */
export async function decide(
  urls: Urls,
  userCode: string,
  decision: 'approve' | 'deny',
  person: Person = {},
): Promise<Answer> {
  const { shown, send } = await openConfirmation(urls, userCode, person);
  return shown.status === 200 ? send(decision) : shown;
}

/** The whole way to a token package; `more` are fields of the device authorization, such as a scope with rights. */
export async function signInDevice(
  urls: Urls,
  client: object = demo.cli,
  more: object = {},
): Promise<TokenPackage> {
  const device = await startDevice(urls, client, more);
  const decided = await decide(urls, device.user_code, 'approve');
  if (decided.status !== 200)
    throw new Error(`the page answered ${decided.status}: ${JSON.stringify(decided.body)}`);
  const { status, body } = await redeem(urls, device.device_code, client);
  if (status !== 200) throw new Error(`token answered ${status}: ${JSON.stringify(body)}`);
  return body as unknown as TokenPackage;
}
