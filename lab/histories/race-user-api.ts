import { totpCode } from '../../e2e/process/totp-code.ts';
import { dataOf } from '../../e2e/process/user-api-calls.ts';
import type { Urls } from '../../infra/local/environment.ts';
import { demo, fromNetwork } from '../../infra/local/person.ts';
import { post, readReply, type Answered } from './ask.ts';
import { refused } from './check-history.ts';
import type { Random } from './random.ts';
import {
  atOnce,
  createFresh,
  insist,
  isDone,
  patience,
  several,
  signIn,
  signUp,
  takeRelay,
  type Race,
  type World,
} from './world.ts';

/** A relay that several requests are sent with, some the same; the credential of the last one must be the only one. */
export const raceForRelay: Race = async (world, random) => {
  const record = world.begin();
  const relay = await takeRelay(world, 'client_credentials');
  const recorder = record('relay', relay.slice(-8));
  const tokens = new Map<number, string>();
  const issue = () => {
    const { userApi } = random.pick<Urls>(world.replicas);
    const cut = patience(random);
    const input = `request ${random.between(0, 1)}`;
    const json = { relay, 'auth.fingerprint': `the fingerprint of ${input}` };
    return () =>
      recorder.call('issue', input, async (id) => {
        const reply = await post(`${userApi}/oauth/client_credentials/issue`, { json, ...cut });
        const success = () => {
          tokens.set(id, String(dataOf(reply)['access_token']));
          return { answer: 'tokens' };
        };
        return readReply(reply, 'issue', { success, codes: { payload_invalid: 'invalid' }, odd: world.odd });
      });
  };
  const lookAtAll = async () => {
    for (const [id, token] of tokens) {
      const { sso } = random.pick<Urls>(world.replicas);
      await recorder.call('look', String(id), async () => {
        const reply = await post(`${sso}/introspect`, { form: { ...demo.backend, token } });
        const success = ({ body }: Answered) => ({ answer: body['active'] === true ? 'active' : 'inactive' });
        return readReply(reply, 'introspect', { success, codes: {}, odd: world.odd });
      });
    }
  };
  await atOnce(random, 60, several(random, 2, 4, issue));
  await atOnce(random, 20, several(random, 0, 2, issue));
  await lookAtAll();
  world.lastLooks.push(lookAtAll);
};

/** The person of an account, who is a member of the demo's org only where an invitation has made it so. */
interface Guest {
  readonly id: string;
  readonly email: string;
  readonly token: () => Promise<string>;
}

const org = 'acme';
const owner = 'admin@latchkey.test';
const lobbies = new WeakMap<World, { guests: Guest[]; ownerToken: () => Promise<string> }>();

function lobbyOf(world: World) {
  const headers = fromNetwork(1);
  const ownerToken = createFresh(() => signIn(world, { email: owner, headers }));
  const lobby = lobbies.get(world) ?? { guests: [], ownerToken };
  lobbies.set(world, lobby);
  return lobby;
}

async function findGuest(world: World, random: Random): Promise<Guest> {
  const headers = fromNetwork(random.between(0, 249));
  const waiting = lobbyOf(world).guests.shift();
  if (waiting !== undefined) return waiting;
  const { id, email } = await signUp(world, headers);
  return { id, email, token: createFresh(() => signIn(world, { email, headers })) };
}

/** An invitation that its person accepts and declines, and that its maker withdraws, in several requests at once. */
export const raceForInvitation: Race = async (world, random) => {
  const { guests, ownerToken } = lobbyOf(world);
  const guest = await findGuest(world, random);
  const ask = async (urls: Urls, path: string, json: object, token: () => Promise<string>, cut = {}) =>
    post(urls.userApi + path, { json: { token: await token(), ...json }, ...cut });
  await insist(world, async (urls) => {
    const reply = await ask(urls, '/org/member/remove', { org, user_id: guest.id }, ownerToken);
    return isDone(reply, 'not_found');
  });
  const record = world.begin();
  const invite = await insist(world, async (urls) => {
    const json = { org, email: guest.email, role: 'member' };
    return dataOf(await ask(urls, '/org/invite', json, ownerToken))['invite'] as string | undefined;
  });
  const recorder = record('invitation', invite);
  const plan = (act: string, path: string, json: object, token: () => Promise<string>) => {
    const urls = random.pick(world.replicas);
    const cut = patience(random);
    return async () => {
      await token();
      await recorder.call(act, '', async () => {
        const reply = await ask(urls, path, json, token, cut);
        const success = () => ({ answer: 'done' });
        return readReply(reply, act, { success, codes: { not_found: 'gone' }, odd: world.odd });
      });
    };
  };
  const accept = () => plan('accept', '/account/me/invitation/accept', { invite }, guest.token);
  const look = () => lookForMember(world, random, { recorder, token: guest.token });
  const calls = several(random, 1, 4, accept);
  if (random.between(1, 3) === 1)
    calls.push(plan('decline', '/account/me/invitation/decline', { invite }, guest.token));
  if (random.between(1, 3) === 1)
    calls.push(plan('withdraw', '/org/invitation/withdraw', { org, invite }, ownerToken));
  await atOnce(random, 50, [...calls, look()]);
  await accept()();
  await look()();
  // A call without an answer may make the person a member much later.
  if (recorder.history().calls.every(({ answer }) => answer !== null)) guests.push(guest);
};

function lookForMember(
  world: World,
  random: Random,
  { recorder, token }: { recorder: ReturnType<ReturnType<World['begin']>>; token: () => Promise<string> },
) {
  const { userApi } = random.pick<Urls>(world.replicas);
  return async () => {
    const json = { token: await token() };
    await recorder.call('look', '', async () => {
      const reply = await post(`${userApi}/org/search`, { json });
      const items = (dataOf(reply)['items'] ?? []) as { slug: string }[];
      const success = () => ({ answer: items.some(({ slug }) => slug === org) ? 'member' : 'stranger' });
      return readReply(reply, 'org/search', { success, codes: {}, odd: world.odd });
    });
  };
}

/** A one-time code that several sign-ins show, each with a relay of its own. */
export const raceForCode: Race = async (world, random) => {
  const headers = fromNetwork(random.between(0, 249));
  const record = world.begin();
  const { email, code } = await findCode(world, headers);
  const recorder = record('code', email);
  const login = async () => {
    const { userApi } = random.pick<Urls>(world.replicas);
    const cut = patience(random);
    const relay = await takeRelay(world, 'user_login');
    const json = { relay, 'auth.user': email, 'auth.pass': demo.password, 'auth.code': code };
    return () =>
      recorder.call('login', '', async () => {
        const reply = await post(`${userApi}/auth/user/login`, { json, headers, ...cut });
        const success = () => ({ answer: 'tokens' });
        // A relay that is too old by a wrong clock says nothing about the code.
        const codes = { invalid_credentials: 'invalid', payload_invalid: refused };
        return readReply(reply, 'login', { success, codes, odd: world.odd });
      });
  };
  const logins = await Promise.all(several(random, 2, 4, login));
  await atOnce(random, 60, logins);
  await (
    await login()
  )();
};

/** A new account with one-time codes, and the first code that it has not used: that of the next half minute. */
async function findCode(world: World, headers: Record<string, string>) {
  return insist(world, async ({ userApi }) => {
    const { email } = await signUp(world, headers);
    const shown = { token: await signIn(world, { email, headers }), 'auth.pass': demo.password };
    const begun = await post(`${userApi}/account/me/totp/begin`, { json: shown, headers });
    const secret = dataOf(begun)['secret'] as string | undefined;
    if (secret === undefined) return undefined;
    const seconds = Math.floor(Date.now() / 1000);
    const json = { ...shown, 'auth.code': totpCode(secret, seconds) };
    const confirmed = await post(`${userApi}/account/me/totp/confirm`, { json, headers });
    return isDone(confirmed) && { email, code: totpCode(secret, seconds + 30) };
  });
}
