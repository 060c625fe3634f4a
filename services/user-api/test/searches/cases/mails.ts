import type { ListedMail } from '../../../src/people/mail/mail-store.ts';
import { makeMail } from '../../setup/make-mail.ts';
import { startMs } from '../../setup/signer.ts';
import { insertMail } from '../../store/mail-rows.ts';
import { ada, bob, secret } from '../people.ts';
import type { SearchCase } from '../search-case.ts';

const start = new Date(startMs);

export const mailsCase: SearchCase<ListedMail> = {
  path: '/admin/mail/search',
  access: 'operator',
  samples: [
    { kind: 'changed', event: 'password.change', problem: 'RCPT TO 450 try later' },
    { kind: 'signal', event: 'account.locked', subscriptionId: bob.id, recipient: '', userId: null },
    { kind: 'none', status: 'dropped', endedAt: start, userId: null },
    { kind: 'reset', status: 'sent', endedAt: start, userId: bob.id, recipient: 'bob@example.test' },
    { kind: 'reset', status: 'dead', endedAt: start, recipient: 'bob@example.test' },
  ],
  item: ({ id, createdAt }) => ({
    id,
    kind: 'changed',
    event: 'password.change',
    email: ada.email,
    signal_id: null,
    user_id: ada.id,
    status: 'waiting',
    attempts: 1,
    next_attempt_at: '2026-12-01T10:00:00.000Z',
    problem: 'RCPT TO 450 try later',
    created_at: createdAt.toISOString(),
    ended_at: null,
  }),
  makeRow: (_of, { id, createdAt }, sample) => ({
    id,
    kind: 'changed',
    recipient: ada.email,
    userId: ada.id,
    event: null,
    status: 'waiting',
    attempts: 1,
    dueAt: start,
    problem: null,
    subscriptionId: null,
    createdAt,
    endedAt: null,
    ...sample,
  }),
  idOfRow: ({ id }) => id,
  idOfItem: ({ id }) => id,
  async put({ database }, row) {
    const { event, attempts, problem, endedAt, kind, subscriptionId, ...mail } = row;
    const facts = { orgName: secret, ...(event !== null && { event }) };
    await insertMail(database, makeMail({ ...mail, facts }));
    const data = { kind, subscriptionId, attempts, problem, endedAt };
    await database.prisma.mail.update({ where: { id: row.id }, data });
  },
  async remove({ database }, { id }) {
    await database.prisma.mail.delete({ where: { id } });
  },
  sees: () => true,
  filters: {
    status: {
      good: ['waiting', 'sent', 'dropped', 'dead'],
      bad: ['Sent', 'open'],
      matches: ({ status }, value) => status === value,
    },
    kind: {
      good: ['changed', 'reset', 'none', 'signal'],
      bad: ['spam'],
      matches: ({ kind }, value) => kind === value,
    },
    email: {
      good: ['bob@example.test', 'BOB@example.test'],
      bad: [],
      matches: ({ recipient }, value) => recipient === String(value).toLowerCase(),
    },
    mail_id: {
      // The first row that the suite makes.
      good: ['00000037-0000-4000-8000-000000000001'],
      bad: ['first', `${ada.id}0`],
      matches: ({ id }, value) => id === value,
    },
    signal_id: {
      good: [bob.id],
      bad: ['bob'],
      matches: ({ subscriptionId }, value) => subscriptionId === value,
    },
    user_id: {
      good: [ada.id, bob.id.toUpperCase()],
      bad: ['ada', `${ada.id}0`],
      matches: ({ userId }, value) => userId === String(value).toLowerCase(),
    },
  },
};
