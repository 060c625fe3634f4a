import { postgresPool } from '@latchkey/connections';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '../../prisma/generated/client.ts';

export function openDatabase(url: string, poolSize: number): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(postgresPool(url, { size: poolSize, name: 'drop' })) });
}
