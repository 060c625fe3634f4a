import { request } from '@latchkey/testing';
import type { Account } from '../../src/accounts/account.ts';
import { admin, makeAccount, openSession, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';

/** Sso stamps the tokens. Its clock is the tests' one; what an operator does here is dated by another. */
const ada = makeAccount();
const minutes = 60_000;
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  for (const account of [ada, admin]) await service.accounts.add(account);
});

const send = (path: string, fields: object) => request(service.app).post(path).send(fields);
const isLive = async (token: string) => (await send('/session/me', { token })).status === 200;
const find = async (): Promise<Account> => (await service.accounts.findById(ada.id))!;
/** An access token of a refresh family that was approved under what is void now. */
async function openDevice(sid: string): Promise<string> {
  const tokensValidAfter = (await find()).tokensValidAfter ?? new Date(0);
  return service.siblings.signFamily({ sub: ada.id, sid }, { tokensValidAfter });
}

describe.each([
  ['5 minutes ahead', 5 * minutes],
  ['5 minutes behind', -5 * minutes],
])('the clock of user-api is %s', (_how, skewMs) => {
  /** As an operator's change: by the clock of this service. */
  async function voidAll(): Promise<void> {
    const validAfter = new Date(service.clock.now() + skewMs);
    const kept = { sessionIds: [], familyId: null };
    const row = makeLogEntry({ createdAt: validAfter });
    const change = { hash: `hash of ${password}`, validAfter, kept, row };
    expect(await service.accounts.setPassword(ada.id, change)).toBeDefined();
  }

  test('a session and a device from after an operator’s change count at once', async () => {
    await voidAll();
    const { token } = await openSession(service, ada);
    expect([await isLive(token), await isLive(await openDevice('device'))]).toEqual([true, true]);
  });

  test.each(['session', 'device'] as const)(
    'a password change with a %s, after an operator’s: the new token counts, and no older one',
    async (kind) => {
      await voidAll();
      const device = await openDevice('family');
      const token = kind === 'device' ? device : (await openSession(service, ada)).token;
      const other = (await openSession(service, ada)).token;
      service.clock.advance(2);
      const fields = { token, 'auth.pass': password, new_password: 'a new long password' };
      const { status, body } = await send('/account/me/password/change', fields);
      expect(status).toBe(200);
      const made: string = body.data.access_token;
      const family = service.siblings.families.get(device);
      if (family !== undefined) service.siblings.families.set(made, family);
      expect([await isLive(made), await isLive(token), await isLive(other)]).toEqual([true, false, false]);
      const { tokensValidAfter, keptValidAfter } = await find();
      expect(keptValidAfter).toEqual(new Date(service.clock.now()));
      expect(tokensValidAfter!.getTime()).toBeGreaterThan(service.clock.now() + Math.min(skewMs, 0));
    },
  );

  test('a device that a change has not kept is refused at once, though sso’s answer is remembered', async () => {
    const device = await openDevice('family');
    expect(await isLive(device)).toBe(true);
    await voidAll();
    expect(await isLive(device)).toBe(false);
  });
});
