import { createServiceWithAccounts, loginPaths, type ServiceWithAccounts } from '../setup/requests.ts';

let setup: ServiceWithAccounts;
beforeEach(async () => {
  setup = await createServiceWithAccounts();
});
const spaced = ' pass  word  ';
const others = ['pass  word', 'pass  word  ', ' pass  word', ' pass word  ', ' Pass  word  '];

describe('a password is taken as it is', () => {
  describe.each([...loginPaths, '/account/me/password/change'] as const)('at %s', (path) => {
    beforeEach(async () => {
      const { service, ada } = setup;
      const memberships = await service.accounts.listMemberships(ada.id);
      await service.accounts.add({ ...ada, passwordHash: `hash of ${spaced}` }, memberships);
    });

    test.each(others)('401 for %j', async (other) => {
      expect((await setup.send(path, { 'auth.pass': other })).status).toBe(401);
    });

    test('200 for the password with its spaces', async () => {
      expect((await setup.send(path, { 'auth.pass': spaced })).status).toBe(200);
    });
  });

  test.each([
    ['/account/me/password/change', { new_password: spaced }],
    ['/auth/signup', { 'auth.pass': spaced }],
  ] as const)('200 at %s, which hashes it with its spaces', async (path, fields) => {
    expect((await setup.send(path, fields)).status).toBe(200);
    expect(setup.service.hash.hashed).toEqual([spaced]);
  });
});
