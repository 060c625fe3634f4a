import type { Urls } from '../../infra/local/environment.ts';
import { demo } from '../../infra/local/person.ts';
import { postForm, postJson, type Answer } from '../../infra/local/raw-requests.ts';

/** A fresh one-time payload for user-api. */
export async function takeRelay(
  urls: Urls,
  purpose: string,
  more: Record<string, string> = {},
): Promise<string> {
  const { status, body } = await postForm(`${urls.sso}/relay`, { ...demo.backend, purpose, ...more });
  if (status !== 200) throw new Error(`relay answered ${status}: ${JSON.stringify(body)}`);
  return String(body['relay']);
}

/** Posts to user-api; undefined when it gave no answer. */
export function ask(urls: Urls, path: string, fields: object): Promise<Answer | undefined> {
  return postJson(urls.userApi + path, fields).catch(() => undefined);
}

/** The fields of a login with a relay of its own, of the demo person unless said otherwise. */
export async function loginFields(urls: Urls, fields: object = {}): Promise<Record<string, unknown>> {
  const relay = await takeRelay(urls, 'user_login');
  return { relay, 'auth.user': demo.email, 'auth.pass': demo.password, ...fields };
}

/** What an answer carries; an empty object for a failure. */
export function dataOf(answer: Pick<Answer, 'body'> | undefined): Record<string, unknown> {
  return (answer?.body['data'] ?? {}) as Record<string, unknown>;
}
