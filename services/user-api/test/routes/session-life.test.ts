import { createHash } from 'node:crypto';
import { request } from '@latchkey/testing';
import type { NewSession } from '../../src/sessions/session-store.ts';
import { createServiceWithAccounts, loginPaths, type ServiceWithAccounts } from '../setup/requests.ts';

const weekSeconds = 7 * 24 * 3600;
let setup: ServiceWithAccounts;
beforeEach(async () => {
  setup = await createServiceWithAccounts();
});

/** A token of today for a session, as its client renews it. */
const tokenOf = (sid: string) => setup.service.signer.signToken({ sub: setup.ada.id, sid });

async function statusOf(sid: string): Promise<number> {
  return (
    await request(setup.service.app)
      .post('/session/me')
      .send({ token: tokenOf(sid) })
  ).status;
}

/** The statuses of the generations, the eldest first. */
async function statusesOf(sids: string[]): Promise<number[]> {
  const statuses = [];
  for (const sid of sids) statuses.push(await statusOf(sid));
  return statuses;
}

async function exchange(token: string): Promise<string> {
  return (await setup.send('/auth/user/exchange', { 'auth.token': token })).body.data.session.id;
}

/** A root session, its first child, and a line of exchanges that begins at each. */
async function openLine() {
  const { root, session } = (await setup.send('/auth/user/login')).body.data;
  const ofRoot = await exchange(root.token);
  const ofChild = await exchange(tokenOf(session.id));
  const ofGrandchild = await exchange(tokenOf(ofChild));
  return {
    root,
    children: [session.id, ofRoot, ofChild, ofGrandchild, await exchange(tokenOf(ofGrandchild))],
  };
}

describe('a root session and all that came of it', () => {
  test('401 from the very end of the root on, for children that are used every week', async () => {
    const { children } = await openLine();
    for (let week = 0; week < 4; week += 1) {
      setup.service.clock.advance(weekSeconds);
      expect(await statusesOf(children)).toEqual([200, 200, 200, 200, 200]);
    }
    setup.service.clock.advance(2 * 24 * 3600 - 1);
    expect(await statusesOf(children)).toEqual([200, 200, 200, 200, 200]);
    setup.service.clock.advance(1);
    expect(await statusesOf(children)).toEqual([401, 401, 401, 401, 401]);
  });

  test('an answer never tells a later end than that of the root', async () => {
    const { root, children } = await openLine();
    for (let week = 0; week < 3; week += 1) {
      setup.service.clock.advance(weekSeconds);
      expect(await statusOf(children[0])).toBe(200);
    }
    const answer = await setup.send('/auth/user/exchange', { 'auth.token': tokenOf(children[0]) });
    expect(answer.body.data.session.expires_at).toBe(root.expires_at);
  });

  test('401 for every generation once the root is revoked', async () => {
    const { root, children } = await openLine();
    const token = tokenOf(children[0]);
    await request(setup.service.app).post('/account/me/session/revoke').send({ token, session_id: root.id });
    expect(await statusesOf(children)).toEqual([401, 401, 401, 401, 401]);
  });

  test.each([
    [200, 14 * 24 * 3600 - 1],
    [401, 14 * 24 * 3600],
  ])('%d for a child that was not used for %d seconds', async (status, seconds) => {
    const { children } = await openLine();
    setup.service.clock.advance(seconds);
    expect(await statusesOf(children)).toEqual(children.map(() => status));
  });

  test.each([
    [200, 24 * 3600 - 1],
    [401, 24 * 3600],
  ])('%d to exchange a root that was not used for %d seconds', async (status, seconds) => {
    const { root } = (await setup.send('/auth/user/root-session')).body.data;
    setup.service.clock.advance(seconds);
    expect((await setup.send('/auth/user/exchange', { 'auth.token': root.token })).status).toBe(status);
  });

  test.each<[string, number, (line: Awaited<ReturnType<typeof openLine>>) => string]>([
    ['a root', 23 * 3600, ({ root }) => root.token],
    ['a child', 13 * 24 * 3600, ({ children }) => tokenOf(children[0])],
  ])(
    '200 to exchange %s once more %d seconds after each exchange, which is a use',
    async (_name, seconds, of) => {
      const line = await openLine();
      for (let turn = 0; turn < 2; turn += 1) {
        setup.service.clock.advance(seconds);
        const { status } = await setup.send('/auth/user/exchange', { 'auth.token': of(line) });
        expect(status).toBe(200);
      }
    },
  );
});

test.each(loginPaths)('200 at %s with a root token of which the hash alone is stored', async (path) => {
  const { sessions } = setup.service.context;
  const stored: NewSession[] = [];
  const { start } = sessions;
  sessions.start = (opened, at) => {
    stored.push(...opened);
    return start(opened, at);
  };
  const { token } = (await setup.send(path)).body.data.root;
  expect(JSON.stringify(stored)).not.toContain(token.slice(3));
  expect(stored[0]?.tokenHash).toBe(createHash('sha256').update(token).digest('hex'));
});
