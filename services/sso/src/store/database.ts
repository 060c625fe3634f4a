import { postgresPool } from '@latchkey/connections';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../prisma/generated/client.ts';

export type Database = PrismaClient;

export function createDatabase(url: string): Database {
  return new PrismaClient({ adapter: new PrismaPg(postgresPool(url, { size: 20, name: 'sso' })) });
}
