import { setTimeout as wait } from 'node:timers/promises';
import type { TokenPackage } from '../../services/sso/src/oauth/token/token-package.ts';
import type { Urls } from './environment.ts';

/**
 * Requests as they go over the wire, for tests of the protocol: wrong ones, early ones, the same one many times. Who only
 * needs a login or tokens takes them from `@latchkey/client`: what strangers install is tested by everything.
 */

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A connection that is kept may end just as it is used again, so each request has one of its own. */
const ownConnection = { connection: 'close' };

export const look = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers: { ...ownConnection, ...headers } });

export async function postForm(
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = { ...ownConnection, accept: 'application/json', ...headers };
  return readAnswer(await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers: sent }));
}

export async function postJson(
  url: string,
  fields: object,
  more: Record<string, string> = {},
): Promise<Answer> {
  const headers = { ...ownConnection, 'content-type': 'application/json', ...more };
  return readAnswer(await fetch(url, { method: 'POST', body: JSON.stringify(fields), headers }));
}

export async function readAnswer(response: Response): Promise<Answer> {
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, headers: response.headers, body };
}

const tries = 10;

/**
 * Sends again where the answer is 503, when it says so, as a client does: a slow machine is no reason to fail. The last
 * answer where none is another.
 */
export async function repeatWhileBusy<T extends Pick<Answer, 'status' | 'headers'>>(
  send: () => Promise<T>,
): Promise<T> {
  let answer = await send();
  for (let tried = 1; answer.status === 503 && tried < tries; tried += 1) {
    await wait(Number(answer.headers.get('retry-after') ?? 1) * 1000);
    answer = await send();
  }
  return answer;
}

/** The fields by which a client shows who it is. */
export type Client = { readonly client_id: string; readonly client_secret?: string };
type Form = Record<string, string>;

export interface StartedDevice {
  readonly device_code: string;
  readonly user_code: string;
  readonly interval: number;
}

/** Starts a device authorization at any sso of a fleet. */
export async function startDevice(
  urls: Urls,
  client: Client,
  headers: Record<string, string> = {},
): Promise<StartedDevice> {
  const form = { ...client, scope: 'openid profile email offline_access' };
  const { status, body } = await postForm(`${urls.sso}/device_authorization`, form, headers);
  if (status !== 200) throw new Error(`device_authorization answered ${status}: ${JSON.stringify(body)}`);
  return body as unknown as StartedDevice; // The test judges what is in it.
}

/** The tokens of a 200 of /token. What is in it is for the test to judge, so nothing is checked here. */
export const tokensOf = (answer: Pick<Answer, 'body'> | undefined): TokenPackage =>
  answer?.body as unknown as TokenPackage;

/** The form that redeems a device code. */
export const redemption = (client: Client, device_code: string): Form => ({
  ...client,
  grant_type: 'device_code',
  device_code,
});

/** The form that refreshes a family. */
export function refreshing(client: Client, tokens: TokenPackage): Form {
  const { refresh_token, binding_chain, binding_link } = tokens;
  return { ...client, grant_type: 'refresh_token', refresh_token, binding_chain, binding_link };
}
