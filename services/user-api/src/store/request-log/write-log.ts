import type { LogEntry } from '../../request-log/request-log.ts';
import { insertRows, Prisma } from '../database.ts';
import { noteRows } from '../notices.ts';

/**
 * The last CTEs of a statement: they write rows of the request log, where `tail`, a condition or an ON CONFLICT, allows it,
 * and the notices about them. `logged` has a row for each.
 */
export function logRows(rows: readonly LogEntry[], tail = Prisma.empty): Prisma.Sql {
  return Prisma.sql`logged as (${insertRows('request_log', rows)} ${tail} returning id, created_at) ${noteRows(rows)}`;
}

/** A whole statement that writes rows of the request log with their notices. It returns one row for each that it wrote. */
export function writeLog(rows: readonly LogEntry[], tail?: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`with ${logRows(rows, tail)} select from logged`;
}
