import { userApiCalls } from '@latchkey/contracts';
import { createAppClient, request } from '@latchkey/testing';
import { fresh, makeAccount, openSession } from '../setup/accounts.ts';
import { createTestService, serviceKey, type TestService } from '../setup/create-test-service.ts';
import { makeMail } from '../setup/make-mail.ts';
import { database } from '../setup/test-database.ts';
import { insertMail } from '../store/mail-rows.ts';

const operator = makeAccount({ id: '22222222-2222-4222-8222-222222222222', kind: 'admin' });
const ada = makeAccount({ email: 'b@example.test' });

let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(operator);
  await service.accounts.add(ada);
});

async function sendAgain(mailId: unknown, account = operator) {
  const { token } = await openSession(service, account);
  const { status, body } = await request(service.app)
    .post('/admin/mail/send_again')
    .send({ token, mail_id: mailId, ...fresh });
  return [status, body.code ?? body.data.status, body.field];
}

async function addMail(status: 'dead' | 'waiting') {
  const mail = makeMail({ status, userId: ada.id, recipient: ada.email });
  await insertMail(database, mail);
  return mail.id;
}

describe('POST /admin/mail/send_again', () => {
  test('403 for who is no operator', async () => {
    expect(await sendAgain(await addMail('dead'), ada)).toEqual([403, 'forbidden', undefined]);
  });

  test.each(['00000000-0000-4000-8000-000000009999', 'no id', ''])('404 for the id %j', async (id) => {
    expect(await sendAgain(id)).toEqual([404, 'not_found', 'mail_id']);
  });

  test('409 for a mail that waits', async () => {
    expect(await sendAgain(await addMail('waiting'))).toEqual([409, 'state_conflict', 'mail_id']);
  });

  test('200 for a dead mail, and a row of the log that names both', async () => {
    expect(await sendAgain(await addMail('dead'))).toEqual([200, 'waiting', undefined]);
    const row = (await service.requestLog.entries()).find(({ event }) => event === 'admin.mail.send_again');
    expect(row).toMatchObject({ userId: ada.id, actorId: operator.id, outcome: 'success' });
  });
});

describe('events of sso', () => {
  async function bring(
    sendsMail: boolean,
    ...types: ('device.approved' | 'device.denied' | 'admin.granted')[]
  ) {
    service = createTestService({ stores: { sendsMail } });
    const places = { request_ip: '192.0.2.1', browser_ip: '198.51.100.2', device_name: 'TV' };
    const events = types.map((type) => ({
      id: crypto.randomUUID(),
      type,
      created_at: new Date(service.clock.now()).toISOString(),
      user_id: ada.id,
      client_id: 'client-a',
      ...places,
    }));
    const call = createAppClient(request(service.app), serviceKey);
    await call({ to: userApiCalls.logEvents, body: { events } });
    const mails = await database.prisma.mail.findMany({ where: { kind: { not: 'none' } } });
    const kinds = new Map(mails.map(({ id, kind }) => [id, kind]));
    return events.map(({ id, type }) => [type, kinds.get(id)]);
  }

  test('cause a mail about a new device once, and about each operator’s grant', async () => {
    const types = ['device.approved', 'device.approved', 'device.denied', 'admin.granted'] as const;
    expect(await bring(true, ...types)).toEqual([
      ['device.approved', 'device'],
      ['device.approved', undefined],
      ['device.denied', undefined],
      ['admin.granted', 'device'],
    ]);
    const mail = await database.prisma.mail.findFirst({
      where: { facts: { path: ['event'], equals: 'device.approved' } },
    });
    expect(mail?.facts).toMatchObject({
      event: 'device.approved',
      ip: '198.51.100.2',
      userAgent: '',
      deviceName: 'TV',
      deviceIp: '192.0.2.1',
    });
  });

  test('name the console, which no client is', async () => {
    service = createTestService({ stores: { sendsMail: true } });
    const event = {
      id: crypto.randomUUID(),
      type: 'admin.granted',
      reason: 'console',
      user_id: ada.id,
    } as const;
    const place = { request_ip: '192.0.2.1', browser_ip: '192.0.2.1', client_id: 'latchkey-console' };
    const created_at = new Date(service.clock.now()).toISOString();
    const call = createAppClient(request(service.app), serviceKey);
    await call({ to: userApiCalls.logEvents, body: { events: [{ ...event, ...place, created_at }] } });
    const mail = await database.prisma.mail.findUnique({ where: { id: event.id } });
    expect(mail?.facts).toEqual({
      event: 'admin.granted',
      ip: '192.0.2.1',
      userAgent: '',
      clientName: 'Console',
    });
  });

  test('cause none while no mail is sent', async () => {
    expect(await bring(false, 'device.approved', 'admin.granted')).toEqual([
      ['device.approved', undefined],
      ['admin.granted', undefined],
    ]);
  });
});
