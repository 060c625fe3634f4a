import { request } from '@latchkey/testing';
import { sealOwnerOf } from '../../src/people/signals/subscription.ts';
import { fresh, makeAccount, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { database } from '../setup/test-database.ts';
import { untilWaiting } from '../setup/until-waiting.ts';

const root = makeAccount({ id: '22222222-2222-4222-8222-222222222222', kind: 'root' });
const ada = makeAccount({ email: 'b@example.test' });
const url = 'https://hooks.example.test/latchkey';
const types = ['device.approved'];
const dayMs = 24 * 3600 * 1000;
const whsec = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string;

let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(root);
  await service.accounts.add(ada);
});

async function call(act: string, fields: object = {}, account = root) {
  const { token } = await openSession(service, account);
  const { status, body } = await request(service.app)
    .post(`/admin/signal/${act}`)
    .send({ token, ...fresh, ...fields });
  return { status, code: body.code, field: body.field, data: body.data };
}
const create = async (fields: object = {}) => (await call('create', { url, types, ...fields })).data;
const pings = async (id: string) => {
  const rows = await database.prisma.mail.findMany({ where: { subscriptionId: id } });
  return rows.filter(({ facts }) => JSON.stringify(facts).includes('latchkey.ping')).length;
};
const store = (id: string) => database.prisma.subscription.findUniqueOrThrow({ where: { id } });
const events = async () =>
  (await service.requestLog.entries()).filter(({ event }) => event.startsWith('signal.'));

describe('POST /admin/signal/create', () => {
  test('200 a pending subscription with a ping, its secret once and sealed, and a row of the log', async () => {
    const made = await create({ types: [...types, ...types] });
    expect(made).toMatchObject({
      url,
      types,
      status: 'pending',
      problem: null,
      secret: whsec,
      created_by: root.id,
    });
    expect(await pings(made.id)).toBe(1);
    const { secret } = await store(made.id);
    expect(secret).not.toContain(made.secret);
    expect(service.context.secrets.open(secret, sealOwnerOf(made.id))).toBe(made.secret);
    const found = await call('search');
    expect(found.data.items).toMatchObject([{ id: made.id }]);
    expect(JSON.stringify(found.data)).not.toContain('whsec_');
    const details = { subscription: made.id };
    expect(await events()).toMatchObject([
      { event: 'signal.create', actorId: root.id, userId: null, details },
    ]);
  });

  test.each([
    'http://hooks.example.test/',
    'ftp://hooks.example.test/',
    'https://hooks.example.test:80/',
    'https://hooks.example.test:1023/',
    'https://user@hooks.example.test/',
    'https://:pass@hooks.example.test/',
    'https://hooks.example.test/#',
    'https://user-api.example.test:8443/',
    'https://USER-API.example.test./',
    'hooks.example.test',
    'https://',
    'https://hooks.example.test/ü',
  ])('400 for %s', async (bad) => {
    expect(await call('create', { url: bad, types })).toMatchObject({
      status: 400,
      code: 'invalid_value',
      field: 'url',
    });
    expect(await events()).toEqual([]);
  });

  test.each([[[]], [['user.unknown']], ['user.login'], [undefined]])('400 for the types %j', async (bad) => {
    expect(await call('create', { url, types: bad })).toMatchObject({ status: 400, field: 'types' });
  });

  test('403 for who is no operator, and for an operator without a new code', async () => {
    expect(await call('create', { url, types }, ada)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await call('create', { url, types, 'auth.pass': '' })).toMatchObject({
      code: 'fresh_code_required',
    });
  });

  test('403 beyond 20, of many at once as well', async () => {
    for (let made = 0; made < 12; made += 1) await create();
    // No more at once: ten attempts of one account at one network hold its budget.
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('create', { url, types })));
    const codes = answers.map(({ status, code }) => `${status} ${code}`);
    expect(codes.toSorted()).toEqual([
      ...Array<string>(8).fill('200 undefined'),
      ...Array<string>(2).fill('403 quota_exceeded'),
    ]);
    expect(await database.prisma.subscription.count()).toBe(20);
    expect(await events()).toHaveLength(20);
  });
});

describe('what an operator changes', () => {
  test('another address is pending, with a ping; other types change nothing else', async () => {
    const { id } = await create();
    await database.prisma.subscription.update({
      where: { id },
      data: { status: 'on', failingSince: new Date(), pausedUntil: new Date() },
    });
    const changed = await call('update', { signal_id: id, types: ['user.login'] });
    expect(changed.data).toMatchObject({ status: 'on', types: ['user.login'], url });
    expect(await pings(id)).toBe(1);
    const moved = await call('update', { signal_id: id.toUpperCase(), url: `${url}/new` });
    expect(moved.data).toMatchObject({ status: 'pending', types: ['user.login'], url: `${url}/new` });
    expect(await pings(id)).toBe(2);
    expect(await store(id)).toMatchObject({ failingSince: null, pausedUntil: null });
    expect((await events()).map(({ event }) => event)).toEqual([
      'signal.create',
      'signal.update',
      'signal.update',
    ]);
  });

  test('what is off stays off when it moves, and is pending once it is turned on, with a ping', async () => {
    const { id } = await create();
    await database.prisma.subscription.update({
      where: { id },
      data: { status: 'off', failingSince: new Date() },
    });
    expect((await call('update', { signal_id: id, url: `${url}/new` })).data.status).toBe('off');
    expect(await pings(id)).toBe(1);
    expect((await call('turn_on', { signal_id: id })).data.status).toBe('pending');
    expect([await pings(id), (await store(id)).failingSince]).toEqual([2, null]);
  });

  test('turn_on of what is on is a ping alone', async () => {
    const { id } = await create();
    await database.prisma.subscription.update({
      where: { id },
      data: { status: 'on', pausedUntil: new Date() },
    });
    expect((await call('turn_on', { signal_id: id })).data.status).toBe('on');
    expect([await pings(id), (await store(id)).pausedUntil]).toEqual([2, null]);
  });

  test('a new secret leaves the old one a day, and of many rotations at once one is made', async () => {
    const { id, secret } = await create();
    const { answering } = await database.prisma.$transaction(async (held) => {
      await held.$executeRaw`select from subscriptions where id = ${id}::uuid for update`;
      const calls = Array.from({ length: 6 }, () => call('rotate_secret', { signal_id: id }));
      const all = Promise.all(calls);
      await untilWaiting(database, calls.length, all);
      return { answering: all };
    });
    const answers = await answering;
    const made = answers.filter(({ status }) => status === 200);
    expect([made.length, new Set(answers.map(({ code }) => code ?? 'made'))]).toEqual([
      1,
      new Set(['made', 'state_conflict']),
    ]);
    expect(made[0]?.data).toMatchObject({
      secret: whsec,
      old_secret_expires_at: new Date(service.clock.now() + dayMs).toISOString(),
    });
    const { oldSecret } = await store(id);
    expect(service.context.secrets.open(oldSecret ?? '', sealOwnerOf(id))).toBe(secret);
  });

  test('deleted is deleted once, and without a code', async () => {
    const { id } = await create();
    const remove = () => call('delete', { signal_id: id, 'auth.pass': undefined });
    const answers = await Promise.all(Array.from({ length: 6 }, remove));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await events()).map(({ event }) => event)).toEqual(['signal.create', 'signal.delete']);
  });

  test.each(['update', 'turn_on', 'rotate_secret', 'delete'])('404 for an unknown one at %s', async (act) => {
    for (const id of ['00000000-0000-4000-8000-000000009999', 'no id', ''])
      expect(await call(act, { signal_id: id })).toMatchObject({
        status: 404,
        code: 'not_found',
        field: 'signal_id',
      });
  });
});

test('a signal that is dead is sent again as a mail is, while its subscription is there', async () => {
  const { id } = await create();
  const { token } = await openSession(service, root);
  const listed = async () => {
    const fields = { token, kind: 'signal', signal_id: id };
    return (await request(service.app).post('/admin/mail/search').send(fields)).body.data.items;
  };
  const [ping] = await listed();
  expect(ping).toMatchObject({
    kind: 'signal',
    event: 'latchkey.ping',
    email: '',
    signal_id: id,
    status: 'waiting',
  });
  const again = async () =>
    (
      await request(service.app)
        .post('/admin/mail/send_again')
        .send({ token, mail_id: ping.id, ...fresh })
    ).status;
  expect(await again()).toBe(409);
  await database.prisma.mail.update({ where: { id: ping.id }, data: { status: 'dead' } });
  expect(await again()).toBe(200);
  await database.prisma.mail.update({ where: { id: ping.id }, data: { status: 'dead' } });
  await call('delete', { signal_id: id });
  expect(await again()).toBe(409);
});
