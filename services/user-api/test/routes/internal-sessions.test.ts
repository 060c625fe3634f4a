import { request } from '@latchkey/testing';
import { acme, issueApp, makeAccount, makeClient, openSession } from '../setup/accounts.ts';
import { createTestService, serviceKey, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { database } from '../setup/test-database.ts';

const account = makeAccount();
const iat = startMs / 1000;
const issueId = '22222222-2222-4222-8222-222222222222';

let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await addRelayClient();
});

/** The client of the sessions here. */
async function addRelayClient(changes: Parameters<typeof makeClient>[0] = {}) {
  await service.clients.add(makeClient({ clientId: 'demo-cli', grantTypes: ['relay'], ...changes }), []);
}

function call(body: object) {
  return request(service.app)
    .post('/internal/v1/sessions/view')
    .set('authorization', `Bearer ${serviceKey}`)
    .send(body);
}

async function view(facts: object) {
  const { status, body } = await call(facts);
  return [status, body.data];
}

async function openAda(changes: Parameters<typeof makeAccount>[0] = {}, orgs = [acme]) {
  await service.accounts.add(makeAccount(changes), orgs);
  const { sessionId: sid } = await openSession(service, account);
  return { sid, sub: account.id, token_use: 'user', iat };
}

async function addApp(changes: Parameters<typeof makeClient>[0] = {}) {
  await service.clients.add(makeClient({ grantTypes: ['client_credentials'], ...changes }), []);
  await issueApp(service, 'client-a', { id: issueId });
  await service.requestLog.clear();
  return { sid: issueId, sub: 'client-a', token_use: 'app', iat };
}

const lastUsedAt = async () =>
  (await database.prisma.credential.findUnique({ where: { id: issueId } }))?.lastUsedAt;

const live = [200, { active: true }];
const over = [200, { active: false }];

describe('POST /internal/v1/sessions/view', () => {
  test('400 with a token_use that there is not', async () => {
    const facts = { ...(await openAda()), token_use: 'other' };
    expect((await call(facts)).status).toBe(400);
  });

  test('200 not active for a session or a credential that is not known, or no id at all', async () => {
    const facts = await openAda();
    expect(await view({ ...facts, sid: issueId })).toEqual(over);
    expect(await view({ ...facts, sid: 'no uuid' })).toEqual(over);
    expect(await view({ ...facts, sid: issueId, sub: 'client-a', token_use: 'app' })).toEqual(over);
  });

  test('200 not active for the session of another', async () => {
    expect(await view({ ...(await openAda()), sub: issueId })).toEqual(over);
  });

  test('200 not active once the session is revoked', async () => {
    const facts = await openAda();
    expect(await view(facts)).toEqual(live);
    await service.context.sessions.revoke(facts.sid, makeLogEntry());
    expect(await view(facts)).toEqual(over);
  });

  test('200 not active for an account that is disabled, or has voided its tokens since', async () => {
    expect(await view(await openAda({ status: 'disabled' }))).toEqual(over);
    const facts = await openAda();
    await service.accounts.add(makeAccount({ tokensValidAfter: new Date(startMs + 1000) }));
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

  test('200 active for an app until its credential ends, and for no other app', async () => {
    const facts = await addApp();
    expect(await view(facts)).toEqual(live);
    expect(await lastUsedAt()).toEqual(new Date(startMs));
    await service.clients.add(makeClient({ clientId: 'client-b' }), []);
    expect(await view({ ...facts, sub: 'client-b' })).toEqual(over);
    service.clock.advance(900);
    expect(await view(facts)).toEqual(over);
    expect(await lastUsedAt()).toEqual(new Date(startMs));
  });

  test.each([
    { status: 'inactive' as const },
    { archivedAt: new Date(startMs) },
    { grantTypes: ['device_code'] },
  ])('200 not active for an app or a session whose client is %j', async (changes) => {
    expect(await view(await addApp(changes))).toEqual(over);
    const facts = await openAda();
    expect(await view(facts)).toEqual(live);
    await addRelayClient(changes);
    expect(await view(facts)).toEqual(over);
  });
});

describe('POST /internal/v1/sessions/end', () => {
  const where = { ip: '192.0.2.9', user_agent: 'curl/8.5.0' };
  const end = async (facts: object, clientId: string) => {
    const { status, body } = await request(service.app)
      .post('/internal/v1/sessions/end')
      .set('authorization', `Bearer ${serviceKey}`)
      .send({ ...facts, client_id: clientId, ...where });
    return [status, body.data];
  };
  const ended = [200, { ended: true }];
  const nothing = [200, { ended: false }];
  const rows = async () =>
    (await service.requestLog.entries()).map(({ event, clientId, userId, ip }) => [
      event,
      clientId,
      userId,
      ip,
    ]);

  test('200 once for a session of the client, whose token is refused from then on', async () => {
    const facts = await openAda();
    const wins = await Promise.all(Array.from({ length: 20 }, () => end(facts, 'demo-cli')));
    expect(wins.filter(([, data]) => data.ended)).toEqual([ended]);
    expect(await view(facts)).toEqual(over);
    expect(await rows()).toEqual([['session.revoke', 'demo-cli', account.id, where.ip]]);
  });

  test('200 once for a credential of the client', async () => {
    const facts = await addApp();
    expect(await end(facts, 'client-a')).toEqual(ended);
    expect(await end(facts, 'client-a')).toEqual(nothing);
    expect(await view(facts)).toEqual(over);
    expect(await service.context.tombstones.has(issueId)).toBe(true);
    expect(await rows()).toEqual([['client_credentials.revoke', 'client-a', null, where.ip]]);
  });

  test('200 and nothing ends for another client, an unknown session and no id at all', async () => {
    const [session, credential] = [await openAda(), await addApp()];
    expect(await end(session, 'client-a')).toEqual(nothing);
    expect(await end(credential, 'demo-cli')).toEqual(nothing);
    expect(await end({ ...session, sid: issueId }, 'demo-cli')).toEqual(nothing);
    expect(await end({ ...session, sid: 'no uuid' }, 'demo-cli')).toEqual(nothing);
    expect([await view(session), await view(credential)]).toEqual([live, live]);
    expect(await rows()).toEqual([]);
  });
});
