import { ApiError } from '@latchkey/contracts';
import { request } from '@latchkey/testing';
import { errors } from '../../src/errors.ts';
import type { ListedEntry } from '../../src/request-log/request-log.ts';
import { createExportStore } from '../../src/store/people/export-store.ts';
import { writeLog } from '../../src/store/request-log/write-log.ts';
import { makeClient, password } from '../setup/accounts.ts';
import { createAuthenticator } from '../setup/authenticator.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { createServiceOfPeople } from '../setup/service-of-people.ts';
import { startMs } from '../setup/signer.ts';
import { database } from '../setup/test-database.ts';
import { insertClient, insertOrg } from './rows.ts';

const now = new Date(startMs);
const later = new Date(startMs + 900_000);
const newId = () => crypto.randomUUID();

type Person = Awaited<ReturnType<ReturnType<typeof createServiceOfPeople>['addPerson']>>;

/** The answer of an export as text, or what cut it off. */
function send(app: string, fields: object) {
  return request(app)
    .post('/account/me/export')
    .send(fields)
    .buffer(true)
    .parse((response, done) => {
      let text = '';
      response.on('data', (piece: Buffer) => void (text += piece.toString()));
      response.on('end', () => done(null, text));
      response.on('error', (error) => done(error, text));
    });
}

const addLog = (userId: string, count: number) =>
  database.execute(
    writeLog(
      Array.from({ length: count }, (_one, at) =>
        // Several rows of one moment lie across the end of a batch.
        makeLogEntry({ userId, createdAt: new Date(startMs - Math.floor(at / 7)) }),
      ),
    ),
  );

const eventsOf = async (userId: string) =>
  (await database.prisma.requestLogEntry.findMany({ where: { userId } })).map(({ event }) => event);

test.each([
  [{ 'auth.pass': undefined }, 400, 'missing_field'],
  [{ 'auth.pass': 'wrong' }, 401, 'invalid_credentials'],
  [{ token: 'none' }, 401, 'token_invalid'],
])('%j: refused, and nothing is sent', async (fields, status, code) => {
  const { service, addPerson } = createServiceOfPeople();
  const { account, token } = await addPerson();
  const answered = await send(service.app, { token, 'auth.pass': password, ...fields });
  expect([answered.status, (JSON.parse(answered.body as string) as { code: string }).code]).toEqual([
    status,
    code,
  ]);
  expect(await eventsOf(account.id)).not.toContain('account.export');
});

test('503 where sso is not there, without an event', async () => {
  const { service, addPerson } = createServiceOfPeople();
  const { account, token } = await addPerson();
  service.siblings.down.add('sso');
  expect((await send(service.app, { token, 'auth.pass': password })).status).toBe(503);
  expect(await eventsOf(account.id)).toEqual([]);
});

test('is cut off where a list cannot be read on, and the part is no JSON', async () => {
  const { service, addPerson } = createServiceOfPeople();
  const { account, token } = await addPerson();
  await addLog(account.id, 1_200);
  const { exports } = service.context;
  let received = '';
  exports.readLog = async function* (userId) {
    for await (const batch of createExportStore(database).readLog(userId)) {
      yield batch;
      throw new ApiError(errors.unavailable);
    }
  };
  const { body } = await fetch(`${service.app}/account/me/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, 'auth.pass': password }),
  });
  const read = async () => {
    for await (const piece of body ?? []) received += Buffer.from(piece).toString();
  };
  await expect(read()).rejects.toThrow('terminated');
  expect(received).toContain('"request_log": [');
  expect(() => JSON.parse(received) as unknown).toThrow(SyntaxError);
  expect(received).not.toContain('"complete"');
});

/** One record of each kind, of which each secret has the word canary in it. */
async function addAll({ account }: Person) {
  const { prisma } = database;
  const { id: userId, email } = account;
  const orgId = newId();
  await insertOrg(database, orgId, orgId);
  await prisma.member.create({
    data: { id: newId(), orgId, userId, role: 'admin', status: 'active', createdAt: now },
  });
  await prisma.invitation.create({
    data: { id: newId(), orgId, email, role: 'member', invitedBy: newId(), createdAt: now, expiresAt: later },
  });
  const publicKey = 'canary';
  await prisma.passkey.create({ data: createAuthenticator().record(userId, 'canary', { publicKey }) });
  await prisma.knownDevice.create({ data: { userId, deviceHash: 'canary', lastSeenAt: now } });
  await prisma.recoveryCode.create({ data: { userId, codeHash: 'canary', createdAt: now } });
  const client = makeClient({ clientId: `client-${userId}`, ownerId: userId, type: 'confidential' });
  await insertClient(database, client, [['canary', null]]);
  const target = makeClient({ clientId: `target-${userId}`, ownerId: newId() });
  await insertClient(database, target);
  const ends = { source: client.clientId, target: target.clientId };
  await prisma.connection.create({
    data: {
      id: newId(),
      ...ends,
      scopes: ['a'],
      status: 'active',
      createdAt: now,
      sourceOwnerId: userId,
      targetOwnerId: target.ownerId,
    },
  });
  const credential = { clientId: client.clientId, ownerId: userId, scopes: ['a'], audiences: ['b'] };
  await prisma.credential.create({
    data: { id: newId(), ...credential, fingerprint: 'canary', createdAt: now, expiresAt: later },
  });
  const linkId = `canary-${userId}`;
  await prisma.link.create({
    data: { id: linkId, purpose: 'reset', email, userId, createdAt: now, expiresAt: later },
  });
  const mail = { kind: 'reset', recipient: email, userId, linkId, locale: 'en' };
  await prisma.mail.create({
    data: { ...mail, id: newId(), facts: { ip: 'canary' }, status: 'sent', dueAt: now, createdAt: now },
  });
  await prisma.session.updateMany({
    where: { userId },
    data: { tokenHash: `canary-${userId}`, jkt: 'canary', kind: 'root' },
  });
}

test('200 holds what there is of the account, and no secret and nothing of another one', async () => {
  const { service, addPerson } = createServiceOfPeople();
  const [person, other] = [await addPerson({ totpSecret: 'canary' }), await addPerson()];
  for (const one of [person, other]) await addAll(one);
  const { account, token } = person;
  await addLog(account.id, 1_200);
  const device = {
    id: newId(),
    client: { id: 'tv', name: 'TV' },
    scope: 'openid',
    status: 'active',
    road: 'device',
  } as const;
  const times = { redeemed_at: null, last_refreshed_at: null, expires_at: later.toISOString() };
  for (let count = 0; count < 101; count += 1)
    service.siblings.devices.push({
      ...device,
      ...times,
      id: newId(),
      audience: [],
      ip: '192.0.2.1',
      device_name: 'tv',
      created_at: now.toISOString(),
      approved_at: now.toISOString(),
      userId: account.id,
      family_id: null,
    });
  const answered = await send(service.app, { token, 'auth.pass': password });
  const text = answered.body as string;
  expect(answered.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="latchkey-account.json"',
    'cache-control': 'no-store',
  });
  expect(text.replaceAll(/"(bound|amr)"/g, '')).not.toMatch(/canary/);
  expect(text).not.toContain(password);
  expect([other.account.id, other.account.email].filter((foreign) => text.includes(foreign))).toEqual([]);
  const file = JSON.parse(text) as Record<string, unknown[]> & { account: object; complete: unknown };
  expect(file.account).toMatchObject({ id: account.id, email: account.email, mfa: true, locale: null });
  expect(Object.keys(file).at(-1)).toBe('complete');
  const counts = Object.entries(file).flatMap(([name, list]) =>
    Array.isArray(list) ? [[name, list.length]] : [],
  );
  expect(Object.fromEntries(counts)).toEqual({
    memberships: 1,
    invitations: 1,
    known_devices: 1,
    passkeys: 1,
    devices: 101,
    consents: 0,
    sessions: 1,
    clients: 1,
    connections: 1,
    credentials: 1,
    mails: 1,
    // The event of the export itself is there before the log is read.
    request_log: 1_201,
  });
  const ids = (file['request_log'] as { id: string }[]).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('an invitation to an address that nobody has verified is not shown', async () => {
  const { service, addPerson } = createServiceOfPeople();
  const person = await addPerson({ emailVerifiedAt: null });
  await addAll(person);
  const { body } = await send(service.app, { token: person.token, 'auth.pass': password });
  expect(JSON.parse(body as string)).toMatchObject({ invitations: [], complete: true });
});

test('the log is read in the order of its index, a batch at a time', async () => {
  const userId = newId();
  await addLog(userId, 1_001);
  const sizes: number[] = [];
  const seen: ListedEntry[] = [];
  for await (const batch of createExportStore(database).readLog(userId)) {
    sizes.push(batch.length);
    seen.push(...batch);
  }
  expect(sizes).toEqual([500, 500, 1]);
  const keys = seen.map(({ createdAt, id }) => `${createdAt.toISOString()} ${id}`);
  expect(keys).toEqual(keys.toSorted().toReversed());
});
