import type { LogEntry } from '../../request-log/request-log.ts';
import { Prisma } from '../database.ts';
import { logRows } from './write-log.ts';

/**
 * The end of a statement whose CTE `changed` returns a row for what it has changed: it writes the log row, if there is
 * one, so that neither is ever without the other. The statement returns a row then.
 */
export function logChange(row: LogEntry): Prisma.Sql {
  return Prisma.sql`${logRows([row], Prisma.sql`where exists (select from changed)`)} select from logged`;
}
