import { forgeToken, listTokenAttacks } from '@latchkey/testing';
import request from 'supertest';
import { appTokenAccess } from '../../src/access/app-token-access.ts';
import { clientAccess } from '../../src/access/client-access.ts';
import { operatorAccess } from '../../src/access/operator-access.ts';
import { personAccess } from '../../src/access/person-access.ts';
import { tokenAccess } from '../../src/access/token-access.ts';
import { routes } from '../../src/routes.ts';
import { createWorld, type World } from '../world/create-world.ts';
import { makeAccount, makeClient, openSession } from '../world/people.ts';
import { audience, issuer, startMs } from '../world/signer.ts';

const admin = makeAccount({ kind: 'admin' });
const issueId = '22222222-2222-4222-8222-222222222222';
const iat = startMs / 1000;
const common = { iss: issuer, aud: audience, jti: 'j', scope: '', iat, nbf: iat, exp: iat + 900 };
const app = { ...common, sub: 'client-a', client_id: 'client-a', sid: issueId, token_use: 'app', pk: 'user' };

/** A world in which a person's session and an app's issue are live. */
async function makeWorld(): Promise<{ world: World; person: typeof app }> {
  const world = createWorld();
  world.accounts.add(admin);
  world.clients.add(makeClient({ type: 'confidential' }));
  const issue = { id: issueId, clientId: 'client-a', scopes: [], audiences: [], fingerprint: null };
  const [createdAt, expiresAt] = [new Date(startMs), new Date(startMs + 900_000)];
  await world.credentials.add({ ...issue, createdAt, expiresAt });
  const { sessionId } = await openSession(world, admin);
  const person = { ...app, sub: admin.id, client_id: 'demo-cli', sid: sessionId };
  return { world, person: { ...person, token_use: 'user', pk: 'admin' } };
}

const ofPersons: readonly unknown[] = [personAccess, operatorAccess, tokenAccess];
const ofApps: readonly unknown[] = [clientAccess, appTokenAccess];
const guarded = routes.filter(({ access }) => [...ofPersons, ...ofApps].includes(access));

test('there are guarded routes of every kind', () => {
  const kinds = new Set<unknown>(guarded.map(({ access }) => access));
  expect([...ofPersons, ...ofApps].filter((access) => !kinds.has(access))).toEqual([]);
});

describe.each(guarded.map(({ path, access }) => [path, ofApps.includes(access)] as const))(
  'POST %s',
  (path, isForApps) => {
    test('401 for each attack on its token, and not for the token that they start from', async () => {
      const { world, person } = await makeWorld();
      const claims = isForApps ? app : person;
      const call = (token: string) => request(world.app).post(path).send({ token });
      for (const { name, forge } of listTokenAttacks()) {
        const { status, body } = await call(forge(claims));
        expect([name, status, body.data]).toEqual([name, 401, null]);
        expect(['token_invalid', 'token_expired']).toContain(body.code);
      }
      const good = forgeToken(claims);
      world.siblings.active.add(good);
      expect((await call(good)).status).not.toBe(401);
    });
  },
);

test('POST /auth/user/exchange: 401 for each attack on the token of its source', async () => {
  const { world, person } = await makeWorld();
  const exchange = (token: string) =>
    request(world.app)
      .post('/auth/user/exchange')
      .send({ relay: world.siblings.relay({ purpose: 'user_exchange' }), 'auth.token': token });
  for (const { name, forge } of listTokenAttacks()) {
    const { status, body } = await exchange(forge(person));
    expect([name, status, body.code]).toEqual([name, 401, 'token_invalid']);
  }
  expect((await exchange(forgeToken(person))).status).toBe(200);
});
