import {
  columnList,
  columnOf,
  createPostgresPool,
  executeSql,
  fieldsBut,
  queryRows,
  type PostgresPool,
  type Statement,
} from '@latchkey/database';
import { PrismaPg } from '@prisma/adapter-pg';
import { Prisma, PrismaClient } from '../../prisma/generated/client.ts';

export { Prisma };

/** Runs model calls and statements, within a transaction or not. */
export type Transaction = Prisma.TransactionClient;

/** PostgreSQL: Prisma, and its pool for the statements of hot paths. */
export interface Database {
  readonly prisma: PrismaClient;
  /** For statements that are sent in batches. */
  readonly pool: PostgresPool;
  /** Sends a statement without Prisma. A column's value has the type that pg gives it. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /** Sends a statement without Prisma; answers how many rows it wrote. */
  execute(statement: Statement): Promise<number>;
  close(): Promise<void>;
}

export function createDatabase(url: string): Database {
  const pool = createPostgresPool(url, { size: 10, name: 'user-api' });
  // It waits for a connection as long as the pool does; Prisma's own default is to give up after 2 s. PostgreSQL limits
  // each statement; a transaction has as many as it takes to end all sessions of a person.
  const prisma = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: 5_000, timeout: 60_000 },
  });
  return {
    prisma,
    pool,
    query: (statement) => queryRows(pool, statement),
    execute: (statement) => executeSql(pool, statement),
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

export function at(time: Date | null): Prisma.Sql {
  return Prisma.sql`${time?.toISOString() ?? null}::timestamptz`;
}

/**
 * SQL: any of a list. PostgreSQL makes one plan for lists of any length when the list is in a sub-select. For a list
 * that it sees directly, it makes a new plan each time, which takes longer than the look-up.
 */
export function anyOf(list: readonly string[], type: 'uuid' | 'text'): Prisma.Sql {
  const array = Prisma.raw(`${type}[]`);
  return Prisma.sql`any((select ${[...list]}::${array})::${array})`;
}

const fieldsOf = {
  users: fieldsBut(Prisma.UserScalarFieldEnum),
  sessions: fieldsBut(Prisma.SessionScalarFieldEnum),
  request_log: fieldsBut(Prisma.RequestLogEntryScalarFieldEnum),
  orgs: fieldsBut(Prisma.OrgScalarFieldEnum),
  members: fieldsBut(Prisma.MemberScalarFieldEnum),
  invitations: fieldsBut(Prisma.InvitationScalarFieldEnum),
  mails: fieldsBut(Prisma.MailScalarFieldEnum),
  links: fieldsBut(Prisma.LinkScalarFieldEnum),
  passkeys: fieldsBut(Prisma.PasskeyScalarFieldEnum),
  subscriptions: fieldsBut(Prisma.SubscriptionScalarFieldEnum),
} as const;

/**
 * The beginning of an insert that takes records as rows of `table`: the columns that the first record has, and nothing
 * else of them. PostgreSQL casts each value to the type of its column. Conditions, ON CONFLICT and RETURNING may follow.
 */
export function insertRows(table: keyof typeof fieldsOf, records: readonly object[]): Prisma.Sql {
  const [first] = records;
  const fields = fieldsOf[table].filter((field) => first === undefined || field in first);
  const columns = columnList(fields);
  const rows = records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([field, value]) => [columnOf(field), value])),
  );
  return Prisma.sql`insert into ${Prisma.raw(`${table} (${columns}) select ${columns}`)}
    from jsonb_populate_recordset(null::${Prisma.raw(table)}, ${JSON.stringify(rows)}::jsonb) made`;
}

/** Rejects under a ctype such as C, by which pg_trgm finds only parts of a text that are ASCII. */
export async function assertReadsLetters({ query }: Pick<Database, 'query'>): Promise<void> {
  // pg_trgm itself may be in a schema that this role does not look in.
  const [found] = await query<{ reads: boolean }>(
    Prisma.sql`select datctype not in ('C', 'POSIX') as reads from pg_database where datname = current_database()`,
  );
  if (found?.reads !== true) throw new Error('the ctype of the database knows ASCII letters only');
}
