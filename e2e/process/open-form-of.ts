import { withClient } from '@latchkey/database';
import type { Urls } from '../../infra/local/environment.ts';
import { cookiesOf, fromNetwork, openSignIn } from '../../infra/local/person.ts';
import { readAnswer, type Answer } from '../../infra/local/raw-requests.ts';
import { createAuthenticator } from '../../services/user-api/test/setup/authenticator.ts';
import { createPeople } from '../http/walk/people.ts';
import { addPasskey } from './add-passkey.ts';
import { totpCode } from './totp-code.ts';
import { ask, dataOf } from './user-api-calls.ts';

/** SQL: a session that a sign-in at a page of sso has opened and that has not ended. */
export const isSignIn = 'revoked_at is null and token_hash is not null and client_id = $$latchkey-sso$$';

export type Way = 'a password' | 'a one-time code' | 'a passkey';

interface Place {
  readonly urls: Urls;
  /** The address of another process of sso. */
  readonly secondSso: string;
  /** Of user-api. */
  readonly databaseUrl: string;
}

/** A form at /login of somebody who signs in by `way`. */
export async function openFormOf(way: Way, { urls, secondSso, databaseUrl }: Place) {
  const { id, email, password, token } = await createPeople(urls).newPerson();
  const network = fromNetwork(Math.floor(Math.random() * 500));
  const { challenge, send } = await openSignIn(urls, network);
  const typed = { email, password };
  const owner = { token, 'auth.pass': password };
  const shown = {
    'a password': () => typed,
    'a one-time code': async () => ({ ...typed, code: await turnCodesOn(urls, owner) }),
    'a passkey': async () => {
      const key = createAuthenticator();
      await addPasskey(databaseUrl, key.record(id, id, { rpId: 'localhost' }));
      return { passkey: key.get(challenge, { origin: urls.sso, rpId: 'localhost' }) };
    },
  };
  const form: Record<string, string> = await shown[way]();
  const isActive = async (cookie: string) => {
    const headers = { accept: 'application/json', cookie, ...network };
    return Boolean((await readAnswer(await fetch(`${urls.sso}/session`, { headers }))).body['account']);
  };
  return {
    /** Brings the form to one process of sso or, where `at` is odd, to the other; undefined without an answer. */
    send: (at: number): Promise<Answer | undefined> =>
      send(form, at % 2 === 0 ? urls.sso : secondSso).catch(() => undefined),
    /** How many of the sessions that the answers brought live, and how many the account has. */
    async countSessions(answers: readonly (Answer | undefined)[]): Promise<[brought: number, live: number]> {
      const cookies = answers.flatMap((answer) => (answer?.status === 200 ? [cookiesOf(answer)] : []));
      const looks = await Promise.all(cookies.map(isActive));
      const { rowCount } = await withClient(databaseUrl, (client) =>
        client.query(`select from sessions where user_id = $1 and ${isSignIn}`, [id]),
      );
      return [looks.filter(Boolean).length, rowCount ?? 0];
    },
  };
}

/** Turns one-time codes on, and answers the first one that is good after the one that this takes. */
async function turnCodesOn(
  urls: Urls,
  owner: { readonly token: string; readonly 'auth.pass': string },
): Promise<string> {
  const { secret } = dataOf(await ask(urls, '/account/me/totp/begin', owner));
  const seconds = Math.floor(Date.now() / 1000);
  await ask(urls, '/account/me/totp/confirm', { ...owner, 'auth.code': totpCode(String(secret), seconds) });
  return totpCode(String(secret), seconds + 30);
}
