import { randomUUID } from 'node:crypto';
import type { Urls } from '../../../infra/local/environment.ts';
import { demo } from '../../../infra/local/person.ts';
import { postForm, postJson, type Answer } from '../../../infra/local/raw-requests.ts';
import { openDevice as signInDevice } from '../../client/sign-in.ts';
import { takeRelay } from '../../process/user-api-calls.ts';
import { dataOf, once } from './route-case.ts';

/** Shorter than the life of any access token, so that a walk may take as long as it likes. */
const keepTokensMs = 4 * 60_000;

/** Somebody who signed up for this walk, so that it may fail and change what it likes. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** With every right that a person can have. */
  readonly token: string;
  readonly rootToken: string;
  readonly sessionId: string;
}

export interface OwnClient {
  readonly client_id: string;
  readonly client_secret: string;
}

/** What the requests of a walk over a whole stack are made of. Everything is made at its first use. */
export type People = ReturnType<typeof createPeople>;

export function createPeople(urls: Urls) {
  const post = (path: string, fields: object) => postJson(urls.userApi + path, fields);
  const relay = async (purpose: string, more: Record<string, string> = {}) => ({
    relay: await takeRelay(urls, purpose, more),
  });
  const made: string[] = [];

  async function signIn(email: string, password: string) {
    const answer = await post('/auth/user/login', {
      ...(await relay('user_login')),
      'auth.user': email,
      'auth.pass': password,
    });
    const { access_token: token, root, session } = dataOf(answer);
    return { token, rootToken: root.token, sessionId: session.id };
  }

  async function newPerson(): Promise<Person> {
    const email = `walk-${randomUUID()}@latchkey.test`;
    const password = `walk ${randomUUID()}`;
    const signedUp = await post('/auth/signup', {
      ...(await relay('signup', { email_verified: email })),
      'auth.user': email,
      'auth.pass': password,
      name: 'Walker',
    });
    const { id } = dataOf(signedUp).user;
    made.push(id);
    return { id, email, password, ...(await signIn(email, password)) };
  }

  const operator = once(() => signIn('root@latchkey.test', demo.password), keepTokensMs);
  const asOperator = async (path: string, fields: object = {}): Promise<Answer> =>
    post(path, { token: (await operator()).token, 'auth.pass': demo.password, ...fields });
  const first = once(newPerson);
  const ann = once(async () => {
    const person = await first();
    return { ...person, ...(await signIn(person.email, person.password)) };
  }, keepTokensMs);

  /** An org that ann owns. */
  const org = once(async () => {
    const slug = `walk-${randomUUID()}`;
    dataOf(await asOperator('/admin/org/create', { slug, name: 'Walk' }));
    const { id } = await ann();
    dataOf(await asOperator('/admin/org/member_add', { org: slug, user_id: id, role: 'owner' }));
    return { slug };
  });

  async function newClient(): Promise<OwnClient> {
    const { token } = await ann();
    const fields = { name: 'Walk', type: 'confidential', grant_types: ['client_credentials'] };
    return dataOf(
      await post('/oauth/clients/create', {
        token,
        ...fields,
        scopes: ['email'],
        token_endpoint_auth_method: 'client_secret_post',
      }),
    );
  }

  /** An app token of a client, good at user-api. */
  async function openApp(client: object): Promise<string> {
    const { status, body } = await postForm(`${urls.sso}/token`, {
      grant_type: 'client_credentials',
      resource: urls.userApi,
      ...client,
    });
    if (status !== 200) throw new Error(`token answered ${status}: ${JSON.stringify(body)}`);
    return String(body['access_token']);
  }

  /** The access token of a device that a person approves on the page. */
  async function openDevice(person: Person): Promise<string> {
    const session = await signInDevice(urls, {}, { scope: 'openid email account', person });
    return session.accessToken();
  }

  return {
    urls,
    post,
    relay,
    signIn,
    newPerson,
    operator,
    asOperator,
    ann,
    org,
    client: once(newClient),
    newClient,
    openApp,
    openDevice,
    /** Ids of those who signed up. */
    made,
    /** Leaves no session open and no account usable. */
    async tidy() {
      for (const id of made) await asOperator('/admin/user/disable', { user_id: id });
      if (made.length > 0) await asOperator('/session/logout');
    },
  };
}
