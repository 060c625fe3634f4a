import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import type { WithSpentCode } from '../../signing-in/act-freshly.ts';
import { spendFactor } from '../accounts/factor-writes.ts';
import { Prisma, type Database, type Transaction } from '../database.ts';
import { writeLog } from '../request-log/write-log.ts';

/** Acts that spend a code in their own transaction; `storesOn` makes the stores that they write with. */
export function createSpentCodes<Stores>(
  database: Database,
  storesOn: (database: Database) => Stores,
): WithSpentCode<Stores> {
  return async ({ userId, factor }, act) => {
    const unchanged: { result?: Awaited<ReturnType<typeof act>> } = {};
    try {
      return await database.prisma.$transaction(async (transaction) => {
        if ((await transaction.$executeRaw(spendFactor(userId, factor))) === 0)
          throw new ApiError(errors.credentialsInvalid, { detail: 'used code' });
        const result = await act(storesOn(within(database, transaction)));
        if (result === undefined || result === false) {
          unchanged.result = result;
          throw unchanged;
        }
        if (factor.kind === 'recovery') await transaction.$executeRaw(writeLog([factor.row]));
        return result;
      });
    } catch (error) {
      if (error === unchanged) return unchanged.result as Awaited<ReturnType<typeof act>>;
      throw error;
    }
  };
}

/** The same database for one transaction: what begins a transaction of its own joins this one. */
function within(database: Database, transaction: Transaction): Database {
  const join = <Result>(run: (joined: Transaction) => Promise<Result>) => run(transaction);
  // Not by assignment: Prisma's proxy would hand the new property to the client of everybody.
  const joined = new Proxy(transaction as Database['prisma'], {
    get: (target, name): unknown => (name === '$transaction' ? join : Reflect.get(target, name)),
  });
  return {
    ...database,
    prisma: joined,
    query: (statement) => transaction.$queryRaw(statement as Prisma.Sql),
    execute: (statement) => transaction.$executeRaw(statement as Prisma.Sql),
  };
}
