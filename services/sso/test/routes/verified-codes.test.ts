import { hashSecret } from '@latchkey/secrets';
import { revokeDevices } from '../../src/oauth/consent/revoke-devices.ts';
import { settleEnded } from '../../src/oauth/device/settle-ended.ts';
import { createPage, sessionTokenOf } from '../browser.ts';
import { deviceKey } from '../device-request.ts';
import { database, redis } from '../test-servers.ts';

async function createStarted() {
  const page = createPage();
  const started = await page.start();
  const { history } = page.context;
  const change = (changes: Partial<typeof history>) =>
    Object.assign(page.context, { history: { ...history, ...changes } });
  const deviceCodeHash = hashSecret(started.device_code);
  const row = () => database.deviceAuthorization.findFirst({ where: { deviceCodeHash } });
  const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code: started.device_code };
  const poll = async () => (await page.post('/token', form)).body as { error?: string };
  const end = () => revokeDevices(page.context, { userId: 'user-1' }, 'user');
  return { ...page, ...started, change, row, poll, end };
}

test('a code leaves no row before an account has verified it', async () => {
  const { user_code, openBrowser, poll, row } = await createStarted();
  const browser = openBrowser();
  await browser.open(user_code);
  await browser.signIn({ user_code, email: '', password: '' });
  expect((await browser.signIn({ user_code, password: 'wrong' })).status).toBe(401);
  expect(await poll()).toMatchObject({ error: 'authorization_pending' });
  expect(await row()).toBeNull();
  await browser.signIn({ user_code });
  expect(await row()).toMatchObject({ state: 'pending', userId: 'user-1', decidedAt: null });
});

test('of 12 people who verify a code at once one has its row', async () => {
  const { user_code, openBrowser, row, find } = await createStarted();
  const emails = Array.from({ length: 12 }, (_, at) => `${at % 2 === 0 ? 'demo' : 'other'}@latchkey.test`);
  const answers = await Promise.all(emails.map((email) => openBrowser().signIn({ user_code, email })));
  expect(answers.filter(({ body }) => body.outcome === 'confirm')).toHaveLength(6);
  expect((await row())?.userId).toBe((await find(user_code))?.boundUserId);
});

test('503 while the row cannot be written: the session stays, nothing is decided, and the same form works afterwards', async () => {
  const { user_code, openBrowser, change, context, find, row, sessions, start } = await createStarted();
  const { recordVerified } = context.history;
  const browser = openBrowser();
  await browser.signIn({ user_code: (await start()).user_code });
  change({ recordVerified: () => Promise.reject(new Error('Connection terminated unexpectedly')) });
  const { csrf = '' } = await browser.open(user_code);
  expect((await browser.signIn({ user_code, csrf, decision: 'approve' })).status).toBe(503);
  expect(sessions.has(sessionTokenOf(1))).toBe(true);
  expect([(await find(user_code))?.state, await row()]).toEqual(['pending', null]);
  change({ recordVerified });
  const { body } = await browser.signIn({ user_code, csrf, decision: 'approve' });
  expect([body.outcome, (await row())?.state]).toEqual(['approved', 'approved_waiting_pickup']);
});

describe('an approval whose record a crash has lost', () => {
  async function createLost() {
    const started = await createStarted();
    const { user_code, openBrowser, change } = started;
    change({ recordApproved: () => Promise.resolve() });
    const browser = openBrowser();
    await browser.decide(await browser.signIn({ user_code }), 'approve');
    expect((await started.row())?.state).toBe('pending');
    return started;
  }

  test('is picked up once, and recorded then', async () => {
    const { poll, row, typesOf } = await createLost();
    const polls = await Promise.all(Array.from({ length: 20 }, poll));
    expect(polls.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect((await row())?.state).toBe('redeemed');
    // Polls that arrive after the delivery are replays.
    const types = (await typesOf()).filter((type) => type !== 'device.replayed');
    expect(types).toEqual(['device.approved', 'device.redeemed']);
  });

  test('is found by one of 20 who end all that its person has', async () => {
    const { poll, end, row } = await createLost();
    const ended = await Promise.all(Array.from({ length: 20 }, end));
    expect(ended.reduce((sum, { codes }) => sum + codes, 0)).toBe(1);
    expect(await row()).toMatchObject({ state: 'failed', failure: 'revoked', userId: 'user-1' });
    expect(await poll()).toMatchObject({ error: 'access_denied' });
  });
});

test('a code that its person has not decided stays when all of theirs ends', async () => {
  const { user_code, openBrowser, end, find } = await createStarted();
  const browser = openBrowser();
  const confirm = await browser.signIn({ user_code });
  expect(await end()).toEqual({ codes: 0, families: 0 });
  expect((await browser.decide(confirm, 'approve')).body.outcome).toBe('approved');
  expect((await find(user_code))?.state).toBe('approved_waiting_pickup');
});

describe('a Redis that has forgotten', () => {
  const endMs = 700_000;

  test.each(['', 'continue', 'approve', 'deny'])(
    'all after %j: the code is void, a decision stays, nothing else does',
    async (decision) => {
      const { user_code, openBrowser, row, poll, context, clock, typesOf } = await createStarted();
      const browser = openBrowser();
      const { csrf = '' } = await browser.open(user_code);
      if (decision !== '') await browser.signIn({ user_code, csrf, decision });
      await redis.flushdb();
      expect(await poll()).toMatchObject({ error: 'invalid_grant' });
      const settle = () => settleEnded({ ...context, now: () => clock.now() + endMs });
      const settled = await Promise.all(Array.from({ length: 20 }, settle));
      expect(settled.reduce((sum, count) => sum + count, 0)).toBe(decision === 'continue' ? 1 : 0);
      const [state, ...types] = {
        '': [undefined],
        continue: [undefined, 'device.expired'],
        approve: ['approved_waiting_pickup', 'device.approved'],
        deny: ['failed', 'device.denied'],
      }[decision]!;
      expect([(await row())?.state, await typesOf()]).toEqual([state, types]);
    },
  );

  test.each(['approve', 'deny'])(
    'the last moment, %j: the other decision does not undo what is recorded',
    async (decision) => {
      const { user_code, device_code, openBrowser, row, poll, typesOf } = await createStarted();
      const browser = openBrowser();
      const confirm = await browser.signIn({ user_code });
      const key = deviceKey(hashSecret(device_code));
      const dump = await redis.dumpBuffer(key);
      await browser.decide(confirm, decision);
      await redis.restore(key, 0, dump ?? '', 'REPLACE');
      const other = decision === 'approve' ? 'deny' : 'approve';
      await browser.decide(await browser.signIn({ user_code }), other);
      expect((await row())?.state).toBe('failed');
      expect((await poll()).error).toBe(decision === 'approve' ? 'access_denied' : 'invalid_grant');
      const first = decision === 'approve' ? ['device.approved'] : [];
      expect(await typesOf()).toEqual([...first, 'device.denied']);
    },
  );
});
