import { doorCalls } from '@latchkey/contracts';
import { createAppClient, request } from '@latchkey/testing';
import type { Account } from '../../src/accounts/account.ts';
import type { UserApiContext } from '../../src/context.ts';
import { createPostgresStores } from '../../src/create-stores.ts';
import type { MailKind } from '../../src/people/mail/mail.ts';
import type { Org } from '../../src/people/orgs/org.ts';
import type { Database } from '../../src/store/database.ts';
import { insertAccount } from '../store/rows.ts';
import { fresh, makeAccount, openSession } from './accounts.ts';
import { createTestService, serviceKey } from './create-test-service.ts';
import { database } from './test-database.ts';

/** The browser of the person who follows a link. */
export const browser = { ip: '198.51.100.7', user_agent: 'Browser' };
export const newPassword = 'four quiet herons by the canal';

/** A service that sends mail, and what its pages ask it. */
export function createDoors(changes: Partial<UserApiContext> = {}, on: Database = database) {
  const stores = createPostgresStores(on);
  const more = { sendsMail: true, newId: () => crypto.randomUUID(), ...changes };
  const service = createTestService({ stores: { ...stores, ...more } });
  const call = createAppClient(request(service.app), serviceKey);
  const { context, clock } = service;

  async function add(given: Partial<Account> = {}): Promise<Account> {
    const id = crypto.randomUUID();
    const account = makeAccount({ id, email: `${id}@example.test`, ...given });
    await insertAccount(database, account);
    return account;
  }

  /** The mails to an address, in the order in which they were written. */
  async function mailsTo(recipient: string) {
    const written = await database.prisma.$queryRaw<{ id: string }[]>`
      select id from mails where recipient = ${recipient} order by xmin::text::bigint`;
    const mails = await database.prisma.mail.findMany({ where: { recipient }, include: { link: true } });
    return written.flatMap(({ id }) => mails.filter((mail) => mail.id === id));
  }

  return {
    ...service,
    stores,
    add,
    mailsTo,
    /** An account that an operator has made, as nobody has used it yet. */
    addInvited: () => add({ status: 'invited', emailVerifiedAt: null, passwordHash: null, name: '' }),
    /** The kind of the newest mail to an address, and the token in it. */
    async newestTo(recipient: string): Promise<{ kind: MailKind | undefined; token: string }> {
      const mail = (await mailsTo(recipient)).at(-1);
      const link = mail?.link as Parameters<typeof context.linkTokens.tokenOf>[0] | null | undefined;
      return { kind: mail?.kind as MailKind, token: link ? context.linkTokens.tokenOf(link) : '' };
    },
    ask: (email: string, purpose: 'sign_up' | 'reset' = 'sign_up', maySignUp = true, ip = browser.ip) => {
      const body = { purpose, email, locale: 'de', may_sign_up: maySignUp, ...browser, ip };
      return call({ to: doorCalls.requestLink, body });
    },
    view: (token: string) => call({ to: doorCalls.viewLink, body: { token } }),
    signUp: (token: string, fields: object = {}) =>
      call({
        to: doorCalls.signUp,
        body: { token, name: 'Anna', password: newPassword, locale: 'de', ...browser, ...fields },
      }),
    reset: (token: string, fields: object = {}) =>
      call({
        to: doorCalls.resetPassword,
        body: { token, new_password: newPassword, ...browser, ...fields },
      }),
    restore: (token: string) => call({ to: doorCalls.restoreAddress, body: { token, ...browser } }),
    /** An org without people. */
    async addOrg(name = 'Acme'): Promise<Org> {
      const id = crypto.randomUUID();
      const org = {
        id,
        slug: id.slice(0, 8),
        name,
        status: 'active',
        createdAt: new Date(clock.now()),
      } as const;
      await database.prisma.org.create({ data: org });
      return org;
    },
    rowsOf: (userId: string) =>
      database.prisma.requestLogEntry.findMany({ where: { userId }, orderBy: { event: 'asc' } }),
    /** A request of a signed-in person; an operator shows the password again. */
    async send(path: string, account: Account, fields: object = {}) {
      const { token } = await openSession(service, account);
      return request(service.app)
        .post(path)
        .send({ token, ...(account.kind !== 'user' && fresh), ...fields });
    },
  };
}

export type Doors = ReturnType<typeof createDoors>;
