import type { Mail } from '../../src/people/mail/mail.ts';
import { createMailStore } from '../../src/store/people/mail-store.ts';
import { makeLink } from '../setup/make-link.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { makeMail } from '../setup/make-mail.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertMail } from './mail-rows.ts';

keepRows();
const now = new Date(startMs);

type LinkState = 'open' | 'used' | 'expired';
const linkOf = (state: LinkState) => ({
  expiresAt: new Date(startMs + (state === 'expired' ? 0 : 1)),
  endedAt: state === 'used' ? now : null,
});

describe('the mails', () => {
  async function put(parts: Partial<Mail>, state?: LinkState): Promise<Mail> {
    const mail = makeMail(parts);
    const { endedAt, expiresAt } = linkOf(state ?? 'open');
    const link = makeLink({ email: `${mail.id}@example.test`, createdAt: now, expiresAt });
    await insertMail(database, mail, state && link);
    if (state) await database.prisma.link.update({ where: { id: link.id }, data: { endedAt } });
    const ended = { attempts: 10, problem: 'DATA 450', endedAt: now };
    await database.prisma.mail.update({ where: { id: mail.id }, data: ended });
    return mail;
  }
  const store = () => createMailStore(database);
  const rowsOf = (id: string) => database.prisma.requestLogEntry.count({ where: { id } });
  const plan = { kind: 'offset', limit: 1, offset: 0, binding: '' } as const;
  const look = async (recipient: string) => (await store().search({ recipient }, plan)).items[0];

  test.each([
    ['sent', 'changed', undefined],
    ['dead', 'changed', undefined],
    ['dead', 'reset', 'open'],
  ] as const)('a mail that is %s, of kind %s, is sent again: link %s', async (status, kind, state) => {
    const recipient = `${crypto.randomUUID()}@example.test`;
    const { id } = await put({ status, kind, recipient }, state);
    const row = makeLogEntry({ createdAt: new Date(startMs), id: crypto.randomUUID() });
    expect(await store().sendAgain(id, row)).toBe(true);
    expect(await look(recipient)).toMatchObject({
      status: 'waiting',
      attempts: 0,
      dueAt: now,
      problem: null,
      endedAt: null,
    });
    expect(await rowsOf(row.id)).toBe(1);
    expect(await store().sendAgain(id, { ...row, id: crypto.randomUUID() })).toBe(false);
  });

  test.each([
    ['waiting', 'reset', 'open'],
    ['dropped', 'reset', 'open'],
    ['dead', 'reset', 'used'],
    ['sent', 'reset', 'expired'],
    ['sent', 'none', undefined],
  ] as const)('a mail that is %s, of kind %s, is not sent again: link %s', async (status, kind, state) => {
    const { id } = await put({ status, kind }, state);
    const row = makeLogEntry({ createdAt: new Date(startMs), id: crypto.randomUUID() });
    expect(await store().sendAgain(id, row)).toBe(false);
    expect(await rowsOf(row.id)).toBe(0);
  });

  test('of many operators at once, one sends it again', async () => {
    const { id } = await put({ status: 'dead' });
    const rows = Array.from({ length: 8 }, () =>
      makeLogEntry({ createdAt: new Date(startMs), id: crypto.randomUUID() }),
    );
    const done = await Promise.all(rows.map((row) => store().sendAgain(id, row)));
    expect(done.filter(Boolean)).toHaveLength(1);
  });
});
