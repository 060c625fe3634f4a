import { fieldsBut } from '@latchkey/database';
import { insertFrom, Prisma } from './database.ts';

const fieldsOf = {
  users: fieldsBut(Prisma.UserScalarFieldEnum),
  sessions: fieldsBut(Prisma.SessionScalarFieldEnum),
  request_log: fieldsBut(Prisma.RequestLogEntryScalarFieldEnum),
} as const;

/** The beginning of an insert of records that have more than their columns. Conditions, ON CONFLICT and RETURNING may follow. */
export function insertRows(table: keyof typeof fieldsOf, records: readonly object[]): Prisma.Sql {
  const [first = {}] = records;
  const fields = fieldsOf[table].filter((field) => field in first);
  return insertFrom(table, fields, records);
}
