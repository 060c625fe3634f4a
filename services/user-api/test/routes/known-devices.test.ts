import { generateSync } from 'otplib';
import { accountName } from '../../src/signing-in/attempt/counters.ts';
import { totpSecret, useUp } from '../setup/accounts.ts';
import { confirmPaths, createServiceWithAccounts, type ServiceWithAccounts } from '../setup/requests.ts';
import { database } from '../setup/test-database.ts';

const path = '/auth/user/login';
const daySeconds = 24 * 3600;
let setup: ServiceWithAccounts;
beforeEach(async () => {
  setup = await createServiceWithAccounts();
});

/** As a hundred wrong passwords from a hundred networks do. */
async function useUpAccount(): Promise<void> {
  const { context } = setup.service;
  await useUp(context, context.counterOf('account', accountName(setup.ada)));
}

interface Device {
  readonly fingerprint?: string;
  readonly ip?: string;
  readonly userAgent?: string;
}
const login = ({ fingerprint, ip = '192.0.2.1', userAgent = 'Browser' }: Device, fields: object = {}) =>
  setup.send(path, { 'auth.fingerprint': fingerprint, ...fields }, { ip, userAgent });

describe('when the budget of an account is used up', () => {
  test.each<[number, string, Device, Device]>([
    [429, 'another network', {}, { ip: '198.51.100.1' }],
    [429, 'another user agent', {}, { userAgent: 'Other' }],
    [429, 'a fingerprint that was not sent before', {}, { fingerprint: 'new-0123456789abcdef01' }],
    [
      429,
      'another fingerprint',
      { fingerprint: 'known-0123456789abcdef01' },
      { fingerprint: 'other-0123456789abcdef01' },
    ],
    [429, 'no fingerprint where one was sent', { fingerprint: 'known-0123456789abcdef01' }, {}],
    [200, 'the same network and user agent', {}, { ip: '192.0.2.200' }],
    [
      200,
      'the same fingerprint from anywhere',
      { fingerprint: 'known-0123456789abcdef01' },
      { fingerprint: 'known-0123456789abcdef01', ip: '198.51.100.1', userAgent: 'Other' },
    ],
  ])('%d with %s', async (status, _name, seen, now) => {
    await login(seen);
    await useUpAccount();
    expect((await login(now)).status).toBe(status);
  });

  test('429 on the longest unseen of 51 devices, and 200 on the second, which the account still knows', async () => {
    const { service, ada } = setup;
    const device = (at: number) => ({ fingerprint: `known-0123456789abcdef${at}` });
    for (let at = 0; at < 51; at += 1) {
      service.clock.advance(60);
      expect((await login(device(at))).status).toBe(200);
    }
    await login({ fingerprint: 'known-0123456789abcdef01' }, { 'auth.user': setup.bob.email });
    expect(await database.prisma.knownDevice.count({ where: { userId: ada.id } })).toBe(50);
    await useUpAccount();
    expect((await login(device(0))).status).toBe(429);
    expect((await login(device(1))).status).toBe(200);
    expect(await database.prisma.knownDevice.count({ where: { userId: setup.bob.id } })).toBe(1);
  });

  test('429 on a device that another account is known by', async () => {
    await login({ fingerprint: 'known-0123456789abcdef01' }, { 'auth.user': setup.bob.email });
    await useUpAccount();
    expect((await login({ fingerprint: 'known-0123456789abcdef01' })).status).toBe(429);
  });

  test.each([
    [429, 'the password has only ever been wrong', { 'auth.pass': 'wrong' }],
    [429, 'the one-time code has only ever been wrong', { 'auth.code': '000000' }],
    [200, 'both have been right', {}],
  ])('%d on a device where %s', async (status, _what, fields) => {
    const { service, ada } = setup;
    await service.accounts.add({ ...ada, totpSecret: service.secrets.seal(totpSecret, ada.id) });
    const code = () => ({
      'auth.code': generateSync({ secret: totpSecret, epoch: service.clock.now() / 1000 }),
    });
    await login({ fingerprint: 'known-0123456789abcdef01' }, { ...code(), ...fields });
    await useUpAccount();
    service.clock.advance(30);
    expect((await login({ fingerprint: 'known-0123456789abcdef01' }, code())).status).toBe(status);
  });

  test.each([
    [429, 90 * daySeconds + 1],
    [200, 90 * daySeconds],
  ])('%d on a device that was last seen %d seconds ago', async (status, seconds) => {
    await login({ fingerprint: 'known-0123456789abcdef01' });
    setup.service.clock.advance(seconds);
    await useUpAccount();
    expect((await login({ fingerprint: 'known-0123456789abcdef01' })).status).toBe(status);
  });

  test.each([
    [429, 30 * daySeconds - 1],
    [200, 30 * daySeconds],
  ])('%d for a stranger %d seconds after the first failure', async (status, seconds) => {
    await useUpAccount();
    setup.service.clock.advance(seconds);
    expect((await login({})).status).toBe(status);
  });

  test.each(confirmPaths)('200 at %s in a live session, from wherever', async (confirm) => {
    const { service, ada, send } = setup;
    const sealed = service.secrets.seal(totpSecret, ada.id);
    const factors = confirm.endsWith('confirm') ? { totpPending: sealed } : { totpSecret: sealed };
    await service.accounts.add({ ...ada, ...factors });
    await useUpAccount();
    const fields = { 'auth.code': generateSync({ secret: totpSecret, epoch: service.clock.now() / 1000 }) };
    expect((await send(confirm, fields, { ip: '203.0.113.7' })).status).toBe(200);
  });
});
