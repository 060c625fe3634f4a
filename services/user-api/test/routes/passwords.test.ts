import { createServiceWithAccounts, loginPaths, type ServiceWithAccounts } from '../setup/requests.ts';

let setup: ServiceWithAccounts;
beforeEach(async () => {
  setup = await createServiceWithAccounts();
});
const spaced = ' pass word ';
const others = ['pass word', 'pass word ', ' pass word', ' pass  word ', ' Pass word '];

describe('a password is taken as it is', () => {
  test.each(loginPaths)('401 at %s for any other spelling', async (path) => {
    const { service, ada, send } = setup;
    service.accounts.add(
      { ...ada, passwordHash: `hash of ${spaced}` },
      await service.accounts.listMemberships(ada.id),
    );
    for (const other of others) expect((await send(path, { 'auth.pass': other })).status).toBe(401);
    expect((await send(path, { 'auth.pass': spaced })).status).toBe(200);
  });

  test('401 at /account/me/password/change for any other spelling of the current one', async () => {
    const { service, ada, send } = setup;
    service.accounts.add({ ...ada, passwordHash: `hash of ${spaced}` });
    for (const other of others)
      expect((await send('/account/me/password/change', { 'auth.pass': other })).status).toBe(401);
    expect((await send('/account/me/password/change', { 'auth.pass': spaced })).status).toBe(200);
  });

  test.each([
    ['/account/me/password/change', { new_password: spaced }],
    ['/auth/signup', { 'auth.pass': spaced }],
  ] as const)('200 at %s, which hashes it with its spaces', async (path, fields) => {
    expect((await setup.send(path, fields)).status).toBe(200);
    expect(setup.service.hash.hashed).toEqual([spaced]);
  });
});
