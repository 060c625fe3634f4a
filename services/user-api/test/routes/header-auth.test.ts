import request from 'supertest';
import { operatorAccess } from '../../src/access/operator-access.ts';
import { personAccess } from '../../src/access/person-access.ts';
import { tokenAccess } from '../../src/access/token-access.ts';
import { routes } from '../../src/routes.ts';
import { createWorld } from '../world/create-world.ts';
import { makeAccount, openSession } from '../world/people.ts';

/** The header migration switch, family by family. Source: contract part 0 "Parsed request" 9. */
const ofPersons: readonly unknown[] = [personAccess, operatorAccess, tokenAccess];
const guarded = routes
  .filter(({ access }) => ofPersons.includes(access))
  .map(({ path, family = '' }) => [path, family] as const);

async function makeCall(path: string, headerAuth: Record<string, 'off' | 'accept' | 'only'>) {
  const world = createWorld({ headerAuth });
  const admin = makeAccount({ kind: 'admin' });
  world.accounts.add(admin);
  const { token } = await openSession(world, admin);
  const call = async (fields: object, headers: Record<string, string>) => {
    const { status, body } = await request(world.app).post(path).set(headers).send(fields);
    return [status === 401 || body.code === 'ambiguous_parameter' ? status : 'in', body.field];
  };
  return { token, bearer: { authorization: `Bearer ${token}` }, call };
}

describe.each(guarded)('POST %s of the family %s', (path, family) => {
  test('off, as when it is not named or only others are: a field counts, a header does not', async () => {
    const others = { auth: 'only', [family === 'admin' ? 'account' : 'admin']: 'only' } as const;
    for (const headerAuth of [{}, { [family]: 'off' as const }, others]) {
      const { call, token, bearer } = await makeCall(path, headerAuth);
      expect((await call({}, bearer))[0]).toBe(401);
      expect((await call({}, { token }))[0]).toBe(401);
      expect((await call({ token }, { authorization: 'Bearer other' }))[0]).toBe('in');
    }
  });

  test('accept: either counts, and a differing pair is 400', async () => {
    const make = () => makeCall(path, { [family]: 'accept' });
    // Each in a world of its own, as a call may end the session that makes it.
    for (const place of ['authorization', 'token header', 'token', 'both']) {
      const { call, token, bearer } = await make();
      const headers = place === 'token header' ? { token } : bearer;
      const fields = place === 'token' || place === 'both' ? { 'auth.token': token } : {};
      expect([place, (await call(fields, place === 'token' ? {} : headers))[0]]).toEqual([place, 'in']);
    }
    const { call, bearer } = await make();
    expect((await call({ token: 'other' }, bearer))[0]).toBe(400);
  });

  test('only: the header counts, and a credential field is 400', async () => {
    const { call, token, bearer } = await makeCall(path, { [family]: 'only' });
    expect((await call({}, bearer))[0]).toBe('in');
    for (const name of ['token', 'auth.token'])
      expect(await call({ [name]: token }, {})).toEqual([400, name]);
  });
});

test('every guarded route is of a family', () => {
  expect(guarded.filter(([, family]) => family === '')).toEqual([]);
});
