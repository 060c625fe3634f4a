import type { LogEntry } from '../../request-log/request-log.ts';
import { insertFrom, Prisma } from '../database.ts';
import { logRows } from './write-log.ts';

/**
 * The end of a statement whose CTE `changed` returns a row for what it has changed: it writes the log row, if there is
 * one, so that neither is ever without the other. The statement returns a row then.
 */
export function logChange(row: LogEntry): Prisma.Sql {
  return Prisma.sql`${logRows([row], Prisma.sql`where exists (select from changed)`)} select from logged`;
}

/** A whole statement that stores a record and its log row; it returns a row unless `tail`, an ON CONFLICT, kept it out. */
export function addWithRow(table: 'orgs', record: object, row: LogEntry, tail = Prisma.empty): Prisma.Sql {
  return Prisma.sql`with changed as (
      ${insertFrom(table, Object.keys(record), [record])} ${tail} returning id
    ), ${logChange(row)}`;
}
