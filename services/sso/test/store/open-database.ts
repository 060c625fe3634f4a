import { connectDatabase } from '../../src/connect.ts';

/** A pool and Prisma on an address, which may lead nowhere. */
export function openDatabase(url: string) {
  return { url, ...connectDatabase(url, { size: 10, name: 'sso-test' }) };
}

export type OpenDatabase = ReturnType<typeof openDatabase>;
