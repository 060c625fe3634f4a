import { request } from '@latchkey/testing';
import { makeAccount, openSession } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
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
    .send({ token, mail_id: mailId });
  return [status, body.code ?? body.data.status, body.field];
}

async function addMail(status: 'dead' | 'waiting') {
  const mail = makeMail({ status, userId: ada.id });
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
