import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@latchkey/database';
import type { Environment } from '../../infra/local/environment.ts';
import { fromNetwork, openSignIn } from '../../infra/local/person.ts';
import { findFreePort, internalUrlOf } from '../../infra/local/ports.ts';
import { postJson, type Answer } from '../../infra/local/raw-requests.ts';
import { startService } from '../../infra/local/service-process.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { createAuthenticator } from '../../services/user-api/test/setup/authenticator.ts';
import { createPeople } from '../http/walk/people.ts';
import { addPasskey } from './add-passkey.ts';
import { isSignIn, openFormOf, type Way } from './open-form-of.ts';
import { ask, dataOf, loginFields } from './user-api-calls.ts';

const callers = 6;
const longestPauseMs = 60;
const teardown = createTeardown();
let stack: Stack;
let folder: string;
/** Beside the user-api and the sso of the stack: a user-api that is killed, and an sso that calls it. */
let killed: Awaited<ReturnType<typeof startService>>;
let environment: Environment;
let secondUserApi: string;
let secondSso: string;

beforeAll(async () => {
  stack = await shareStack();
  teardown.add(stack.stop);
  folder = mkdtempSync(join(tmpdir(), 'latchkey-user-api-crash-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const [port, ssoPort] = [String(await findFreePort()), String(await findFreePort())];
  environment = { ...stack.environments['user-api'], PORT: port };
  killed = await startService('user-api', environment, folder, teardown);
  [secondUserApi, secondSso] = [`http://localhost:${port}`, `http://localhost:${ssoPort}`];
  const calls = { USER_API_CALL_URL: secondUserApi, USER_API_INTERNAL_URL: internalUrlOf(secondUserApi) };
  const ofSso = { ...stack.environments.sso, ...calls, PORT: ssoPort };
  await startService('sso', ofSso, join(folder, 'sso'), teardown);
});
afterAll(() => teardown.run());

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

async function crash(): Promise<void> {
  await killed.kill();
  killed = await startService('user-api', environment, folder, teardown);
}

type Send = () => Promise<Answer | undefined>;

/** Sends the same request until it is answered, through the crash, and once more when that is over. */
async function retryUntilOver(send: Send, isOver: Promise<unknown>): Promise<(Answer | undefined)[]> {
  const answers: (Answer | undefined)[] = [];
  // No more than that: each further one counts against the network.
  do answers.push(await send());
  while ((answers.at(-1)?.status ?? 503) === 503);
  await isOver;
  answers.push(await send());
  return answers;
}

const statusesOf = (answers: readonly (Answer | undefined)[]) =>
  answers.map((answer) => answer?.status).filter((status) => status !== undefined && status !== 503);

/** Kills the service while requests are under way, each sent again and again. */
async function crashDuring(requests: readonly Send[]): Promise<(Answer | undefined)[][]> {
  const crashed = wait(Math.random() * longestPauseMs).then(crash);
  const answers = await Promise.all(requests.map((send) => retryUntilOver(send, crashed)));
  await crashed;
  return answers;
}

/** How many of the tokens that were answered are good: the same request again voids those of the first. */
async function countLive(answers: readonly (Answer | undefined)[]): Promise<number> {
  const tokens = answers.flatMap((answer) => (answer?.status === 200 ? [tokenOf(answer)] : []));
  const looks = await Promise.all(tokens.map((token) => ask(stack.urls, '/session/me', { token })));
  return looks.filter((look) => look?.status === 200).length;
}

const tokenOf = ({ body }: Answer) => (body['data'] as { access_token: string }).access_token;

/** Rounds of the storm below; 200 by hand. */
const rounds = Number(process.env['STORM_ROUNDS'] ?? 2);

test('of 50 logins with one payload over two processes one has a token that is good', async () => {
  const both = [stack.urls.userApi, secondUserApi];
  for (let round = 0; round < rounds; round += 1) {
    const fields = await loginFields(stack.urls);
    // A spent payload is a failure of its network, which no other test has.
    const network = { 'x-forwarded-for': `203.${round % 250}.113.7` };
    const send = (at: number) =>
      postJson(`${both[at % 2]}/auth/user/login`, fields, network).catch(() => undefined);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => send(at)));
    // Who begins after the verdict makes the same request again, and voids the token of the first.
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200, 401]));
    expect(await countLive(answers)).toBe(1);
  }
});

test('kill -9 of user-api while an address is changed and put back: each happens once, and whole', async () => {
  const { mailbox, environments } = stack;
  const urls = { ...stack.urls, userApi: secondUserApi };
  const { newPerson, asOperator } = createPeople(stack.urls);
  const { id, email, password, token } = await newPerson();
  const wanted = `new-${email}`;
  const linkIn = async (to: string) => {
    const { links } = await mailbox.waitFor(to, (mail) => mail.links.length > 0);
    return new URL(links[0] ?? '').searchParams.get('link') ?? '';
  };
  await ask(urls, '/account/me/email/change', { token, email: wanted, 'auth.pass': password });
  const link = await linkIn(wanted);
  const byAll = async (send: Send) =>
    (await crashDuring(Array<Send>(callers).fill(send))).flatMap(statusesOf);
  const confirmed = await byAll(() => ask(urls, '/account/me/email/confirm', { token, link }));
  expect(new Set(confirmed)).toEqual(new Set([200]));
  const seen = dataOf(await ask(urls, '/account/me/view', { token }));
  expect(seen).toMatchObject({
    user: { email: wanted },
    email_verified: true,
    email_change: { state: 'changed', email },
  });

  const back = { token: await linkIn(email), ip: '192.0.2.1', user_agent: 'a browser' };
  const headers = { authorization: `Bearer ${environments.sso['SERVICE_MASTER_KEY']}` };
  const path = `${internalUrlOf(urls.userApi)}/internal/v1/links/restore`;
  const statuses = await byAll(() => postJson(path, back, headers).catch(() => undefined));
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
  expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  expect(dataOf(await asOperator('/admin/user/view', { user_id: id }))).toMatchObject({ email });
});

const databaseUrl = () => stack.environments['user-api']['DATABASE_URL'] ?? '';

function query<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]> {
  return withClient(databaseUrl(), async (client) => (await client.query<Row>(sql, [...values])).rows);
}

/** A person with a passkey, and what it does at /login. */
async function createOwner(counts: boolean) {
  const { id: userId } = await createPeople(stack.urls).newPerson();
  const key = createAuthenticator({ counts });
  await addPasskey(databaseUrl(), key.record(userId, userId, { rpId: 'localhost' }));
  /** Opens the form; each `answer` is another one to its challenge, which `send` brings to an sso. */
  async function openForm() {
    const network = fromNetwork(Math.floor(Math.random() * 500));
    const { challenge, send } = await openSignIn(stack.urls, network);
    return {
      answer: () => key.get(challenge, { origin: stack.urls.sso, rpId: 'localhost' }),
      send: (passkey: string, sso = stack.urls.sso): ReturnType<Send> =>
        send({ passkey }, sso).catch(() => undefined),
    };
  }
  const count = async (table: string, condition: string) =>
    (await query(`select from ${table} where user_id = $1 and ${condition}`, [userId])).length;
  return {
    openForm,
    countSignIns: () => count('sessions', isSignIn),
    countCopies: () => count('request_log', 'event = $$passkey.refused$$'),
  };
}

test.each([true, false])(
  'of 50 answers to one challenge over two processes one signs in, by a key that counts: %p',
  async (counts) => {
    const both = [stack.urls.sso, secondSso];
    const { openForm, countSignIns, countCopies } = await createOwner(counts);
    for (let round = 1; round <= rounds / 2; round += 1) {
      const { answer, send } = await openForm();
      const passkeys = Array.from({ length: 50 }, answer);
      const answers = await Promise.all(passkeys.map((passkey, at) => send(passkey, both[at % 2])));
      expect(answers.filter((one) => one?.status === 200)).toHaveLength(1);
      expect([await countSignIns(), await countCopies()]).toEqual([round, 0]);
    }
  },
);

test('kill -9 of user-api while a passkey signs in: its form does so once, and no copy is reported', async () => {
  const { openForm, countSignIns, countCopies } = await createOwner(true);
  for (let round = 1; round <= Math.ceil(rounds / 4); round += 1) {
    // The first sign-in of a process loads what verifies it.
    const warm = await openForm();
    expect((await warm.send(warm.answer(), secondSso))?.status).toBe(200);
    const { answer, send } = await openForm();
    const passkey = answer();
    const [answers = []] = await crashDuring([() => send(passkey, secondSso)]);
    expect(statusesOf(answers).filter((status) => status !== 200)).toEqual([]);
    expect([await countSignIns(), await countCopies()]).toEqual([round * 2, 0]);
  }
});

const place = () => ({ urls: stack.urls, secondSso, databaseUrl: databaseUrl() });

test.each<Way>(['a password', 'a one-time code', 'a passkey'])(
  'one form with %s is one session, sent 12 times at once over two processes, and then again',
  async (way) => {
    const { send, countSessions } = await openFormOf(way, place());
    for (let round = 0; round < rounds / 2; round += 1) {
      const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => send(at)));
      expect(await countSessions(answers)).toEqual([1, 1]);
    }
  },
);

// That of a passkey is above.
test.each<Way>(['a password', 'a one-time code'])(
  'one form with %s is one session, sent at once and again through a kill -9 of user-api',
  async (way) => {
    for (let round = 0; round < rounds / 4; round += 1) {
      const { send, countSessions } = await openFormOf(way, place());
      const all = await crashDuring([1, 2, 3].map((at) => () => send(at)));
      expect(await countSessions(all.flat())).toEqual([1, 1]);
    }
  },
);
