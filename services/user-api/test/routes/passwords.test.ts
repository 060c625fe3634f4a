import { createPeopledWorld, loginPaths, type PeopledWorld } from '../world/requests.ts';

let people: PeopledWorld;
beforeEach(async () => {
  people = await createPeopledWorld();
});
const spaced = ' pass word ';
const others = ['pass word', 'pass word ', ' pass word', ' pass  word ', ' Pass word '];

describe('a password is taken as it is', () => {
  test.each(loginPaths)('401 at %s for any other spelling', async (path) => {
    const { world, ada, send } = people;
    world.accounts.add(
      { ...ada, passwordHash: `hash of ${spaced}` },
      await world.accounts.listMemberships(ada.id),
    );
    for (const other of others) expect((await send(path, { 'auth.pass': other })).status).toBe(401);
    expect((await send(path, { 'auth.pass': spaced })).status).toBe(200);
  });

  test('401 at /account/me/password/change for any other spelling of the current one', async () => {
    const { world, ada, send } = people;
    world.accounts.add({ ...ada, passwordHash: `hash of ${spaced}` });
    for (const other of others)
      expect((await send('/account/me/password/change', { 'auth.pass': other })).status).toBe(401);
    expect((await send('/account/me/password/change', { 'auth.pass': spaced })).status).toBe(200);
  });

  test.each([
    ['/account/me/password/change', { new_password: spaced }],
    ['/auth/signup', { 'auth.pass': spaced }],
  ] as const)('200 at %s, which hashes it with its spaces', async (path, fields) => {
    expect((await people.send(path, fields)).status).toBe(200);
    expect(people.world.hash.hashed).toEqual([spaced]);
  });
});
