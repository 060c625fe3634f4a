import request from 'supertest';
import { createWorld, serviceKey, type World } from '../world/create-world.ts';
import { acme, makeAccount, makeClient, openSession } from '../world/people.ts';
import { startMs } from '../world/signer.ts';

const account = makeAccount();
const iat = startMs / 1000;
const issueId = '22222222-2222-4222-8222-222222222222';

let world: World;
beforeEach(() => {
  world = createWorld();
});

function call(body: object) {
  return request(world.app)
    .post('/internal/v1/sessions/view')
    .set('authorization', `Bearer ${serviceKey}`)
    .send(body);
}

async function view(facts: object) {
  const { status, body } = await call(facts);
  return [status, body.data];
}

async function openAda(changes: Parameters<typeof makeAccount>[0] = {}, orgs = [acme]) {
  world.accounts.add(makeAccount(changes), orgs);
  const { sessionId: sid } = await openSession(world, account);
  return { sid, sub: account.id, token_use: 'user', iat };
}

async function issueApp(changes: Parameters<typeof makeClient>[0] = {}) {
  world.clients.add(makeClient(changes), []);
  await world.credentials.add({
    id: issueId,
    clientId: 'client-a',
    scopes: [],
    audiences: [],
    fingerprint: null,
    createdAt: new Date(startMs),
    expiresAt: new Date(startMs + 900_000),
  });
  return { sid: issueId, sub: 'client-a', token_use: 'app', iat };
}

const live = [200, { active: true }];
const over = [200, { active: false }];

describe('POST /internal/v1/sessions/view', () => {
  test('400 with a token_use that there is not', async () => {
    const facts = { ...(await openAda()), token_use: 'other' };
    expect((await call(facts)).status).toBe(400);
  });

  test('200 not active for a session or an issue that is not known, or no id at all', async () => {
    const facts = await openAda();
    expect(await view({ ...facts, sid: issueId })).toEqual(over);
    expect(await view({ ...facts, sid: 'no uuid' })).toEqual(over);
    expect(await view({ ...facts, sid: issueId, sub: 'client-a', token_use: 'app' })).toEqual(over);
  });

  test('200 not active for the session of another', async () => {
    expect(await view({ ...(await openAda()), sub: issueId })).toEqual(over);
  });

  test('200 not active once the session is revoked, or its tombstone alone says so', async () => {
    const facts = await openAda();
    expect(await view(facts)).toEqual(live);
    await world.context.tombstones.add([facts.sid]);
    expect(await view(facts)).toEqual(over);
    world = createWorld();
    const other = await openAda();
    await world.context.sessions.revoke(other.sid, new Date(startMs));
    expect(await view(other)).toEqual(over);
  });

  test('200 not active for an account that is disabled, or has voided its tokens since', async () => {
    expect(await view(await openAda({ status: 'disabled' }))).toEqual(over);
    const facts = await openAda();
    world.accounts.add(makeAccount({ tokensValidAfter: new Date(startMs + 1000) }));
    expect(await view(facts)).toEqual(over);
    expect(await view({ ...facts, iat: iat + 1 })).toEqual(live);
  });

  test('200 active for a member while the membership lasts', async () => {
    const facts = { ...(await openAda()), token_use: 'member', org: acme.orgId };
    expect(await view(facts)).toEqual(live);
    expect(await view({ ...facts, org: issueId })).toEqual(over);
    const { org: _org, ...without } = facts;
    expect(await view(without)).toEqual(over);
  });

  test('200 active for an app until its issue ends, and for no other app', async () => {
    const facts = await issueApp();
    expect(await view(facts)).toEqual(live);
    expect(world.credentials.lastUsed.get(issueId)).toEqual(new Date(startMs));
    world.clients.add(makeClient({ clientId: 'client-b' }), []);
    expect(await view({ ...facts, sub: 'client-b' })).toEqual(over);
    world.clock.advance(900);
    expect(await view(facts)).toEqual(over);
    expect(world.credentials.lastUsed.get(issueId)).toEqual(new Date(startMs));
  });

  test.each([{ status: 'inactive' as const }, { archivedAt: new Date(startMs) }])(
    '200 not active for an app whose client is %j',
    async (changes) => {
      expect(await view(await issueApp(changes))).toEqual(over);
    },
  );
});
