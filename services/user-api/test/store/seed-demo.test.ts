import { randomUUID } from 'node:crypto';
import { useTestDatabase } from '@latchkey/testing';
import { createDatabase } from '../../src/store/database.ts';
import { seedDemo } from '../../src/store/seed-demo.ts';
import { makeAccount } from '../setup/accounts.ts';
import { insertAccount } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const tools = {
  now: new Date(),
  newId: () => randomUUID(),
  hashPassword: (password: string) => Promise.resolve(`hash of ${password}`),
  hashSecret: (secret: string) => `hash of ${secret}`,
  seal: (text: string) => `sealed ${text}`,
  services: ['https://drop.example.test', 'https://api.example.test'],
};
const seed = () => seedDemo(database(), tools);

/** All rows of the tables that the seed writes. */
async function readAll() {
  const { user, org, member, oAuthClient, clientSecret, connection } = database().prisma;
  const tables = [user, org, member, oAuthClient, clientSecret, connection] as const;
  return Promise.all(tables.map((table) => (table as typeof user).findMany()));
}

describe('the seed', () => {
  beforeEach(async () => {
    await database().prisma
      .$executeRaw`truncate users, orgs, members, oauth_clients, client_secrets, connections cascade`;
  });

  test('writes nothing where only other accounts are', async () => {
    await insertAccount(database(), makeAccount());
    const before = await readAll();
    expect(await seed()).toBe('foreign');
    expect(await readAll()).toEqual(before);
  });

  test('changes nothing where a demo account is, not even what was removed or changed', async () => {
    expect(await seed()).toBe('written');
    await database().prisma.user.deleteMany({ where: { email: 'totp@latchkey.test' } });
    await database().prisma.user.updateMany({ data: { status: 'disabled' } });
    await insertAccount(database(), makeAccount());
    const before = await readAll();
    expect(await seed()).toBe('present');
    expect(await readAll()).toEqual(before);
  });

  test('writes once when ten run at the same time', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, seed));
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    expect((await readAll()).map((rows) => rows.length)).toEqual([4, 1, 2, 4, 3, 1]);
  });
});
