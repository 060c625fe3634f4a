import { randomUUID } from 'node:crypto';
import { findLiveDemoData } from '../../src/store/commands/find-demo-data.ts';
import { seedDemo } from '../../src/store/commands/seed-demo.ts';
import { makeAccount } from '../setup/accounts.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount } from './rows.ts';

keepRows();
const tools = {
  now: new Date(),
  newId: () => randomUUID(),
  hashPassword: (password: string) => Promise.resolve(`hash of ${password}`),
  hashSecret: (secret: string) => `hash of ${secret}`,
  seal: (text: string) => `sealed ${text}`,
  services: ['https://api.example.test', 'https://drop.example.test'] as const,
};
const seed = () => seedDemo(database, tools);

/** All rows of the tables that the seed writes. */
async function readAll() {
  const { user, org, member, oAuthClient, clientSecret, connection } = database.prisma;
  const tables = [user, org, member, oAuthClient, clientSecret, connection] as const;
  return Promise.all(tables.map((table) => (table as typeof user).findMany()));
}

describe('the seed', () => {
  beforeEach(async () => {
    await database.prisma
      .$executeRaw`truncate users, orgs, members, oauth_clients, client_secrets, connections cascade`;
  });

  test('writes nothing where only other accounts are', async () => {
    await insertAccount(database, makeAccount());
    const before = await readAll();
    expect(await seed()).toBe('foreign');
    expect(await readAll()).toEqual(before);
  });

  test('changes nothing where a demo account is, not even what was removed or changed', async () => {
    expect(await seed()).toBe('written');
    await database.prisma.user.deleteMany({ where: { email: 'totp@latchkey.test' } });
    await database.prisma.user.updateMany({ data: { status: 'disabled' } });
    await insertAccount(database, makeAccount());
    const before = await readAll();
    expect(await seed()).toBe('present');
    expect(await readAll()).toEqual(before);
  });

  test('moves the clients of the demo, and no other, to changed addresses of the services', async () => {
    await seed();
    await database.prisma.oAuthClient.update({
      where: { clientId: 'demo-rp-basic' },
      data: { clientId: 'somebodys', audiences: ['https://api.example.test'] },
    });
    const services = ['http://localhost:4702', 'http://localhost:4703'] as const;
    expect(await seedDemo(database, { ...tools, services })).toBe('present');
    const clients = await database.prisma.oAuthClient.findMany({ orderBy: { clientId: 'asc' } });
    const all = [...services, 'https://api.example.test'];
    expect(
      clients.map(({ clientId, audiences, defaultAudiences }) => [clientId, audiences, defaultAudiences]),
    ).toEqual([
      ['demo-backend', all, services],
      ['demo-cli', all, services],
      ['demo-rp', all, services],
      ['latchkey-cli', services, services],
      ['somebodys', ['https://api.example.test'], tools.services],
    ]);
  });

  test('writes once when ten run at the same time', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, seed));
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    expect((await readAll()).map((rows) => rows.length)).toEqual([4, 1, 2, 5, 3, 1]);
  });
});

describe('the demo data that can be used', () => {
  const find = () =>
    findLiveDemoData(database, {
      now: new Date(),
      verifyPassword: async (hash, password) => hash === `hash of ${password}`,
      hashSecret: tools.hashSecret,
    });
  const all =
    'the demo accounts admin@latchkey.test, demo@latchkey.test, root@latchkey.test, totp@latchkey.test ' +
    'and the demo secrets of demo-backend, demo-rp, demo-rp-basic';

  beforeEach(async () => {
    await database.prisma
      .$executeRaw`truncate users, orgs, members, oauth_clients, client_secrets, connections cascade`;
  });

  test('is none in a database of others', async () => {
    await insertAccount(database, makeAccount());
    expect(await find()).toBeUndefined();
  });

  test('is every account and every secret after the seed', async () => {
    await seed();
    expect(await find()).toBe(all);
  });

  test('is found under another client_id too', async () => {
    await seed();
    const secretHash = tools.hashSecret('demo-secret-demo-rp');
    await database.prisma.user.updateMany({ data: { status: 'disabled' } });
    await database.prisma.clientSecret.deleteMany({ where: { NOT: { clientId: 'demo-backend' } } });
    await database.prisma.clientSecret.updateMany({ data: { secretHash } });
    expect(await find()).toBe('the demo secrets of demo-backend');
  });

  test('is none once passwords are changed, accounts disabled, secrets ended and clients archived', async () => {
    await seed();
    const { user, clientSecret, oAuthClient } = database.prisma;
    await user.updateMany({ where: { kind: 'user' }, data: { passwordHash: 'hash of another' } });
    await user.updateMany({ where: { kind: 'admin' }, data: { status: 'disabled' } });
    await user.updateMany({ where: { kind: 'root' }, data: { passwordHash: null } });
    await clientSecret.updateMany({ where: { clientId: 'demo-rp' }, data: { expiresAt: new Date(0) } });
    await oAuthClient.updateMany({ where: { clientId: 'demo-rp-basic' }, data: { archivedAt: new Date() } });
    await oAuthClient.updateMany({ where: { clientId: 'demo-backend' }, data: { status: 'inactive' } });
    expect(await find()).toBeUndefined();
  });

  test('is no account that a stranger signed up with the demo password', async () => {
    const passwordHash = 'hash of latchkey-demo-password';
    const account = makeAccount({ email: 'root@latchkey.test', passwordHash });
    await insertAccount(database, account);
    await database.prisma.user.updateMany({ data: { emailVerifiedAt: null } });
    expect(await find()).toBeUndefined();
    await database.prisma.user.updateMany({ data: { emailVerifiedAt: new Date() } });
    expect(await find()).toBe('the demo accounts root@latchkey.test');
  });
});
