import { findMailDelay } from '../../src/store/people/find-mail-delay.ts';
import { makeMail } from '../setup/make-mail.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertMail } from './mail-rows.ts';

keepRows();
const after = (seconds: number) => new Date(startMs + seconds * 1000);

test('the delay is that of the mail that is due for longest and still waits', async () => {
  expect(await findMailDelay(database, after(60))).toBe(0);
  await insertMail(database, makeMail({ dueAt: after(70) }));
  expect(await findMailDelay(database, after(60))).toBe(0);
  await insertMail(database, makeMail({ dueAt: after(20) }));
  const oldest = await insertMail(database, makeMail({ dueAt: after(10) }));
  expect(await findMailDelay(database, after(60))).toBe(50);
  await database.prisma.mail.update({ where: { id: oldest.id }, data: { status: 'sent' } });
  expect(await findMailDelay(database, after(60))).toBe(40);
});
