import { keptDays, monthsAhead, type LogMonths } from '../../request-log/log-months.ts';
import { at, Prisma, type Database } from '../database.ts';

/** The partitions of the request log in PostgreSQL, by functions that have the rights of the tables' owner. */
export function createLogMonths({ query }: Pick<Database, 'query'>): LogMonths {
  return {
    async make(now) {
      const made = Prisma.sql`select make_request_log_months(${at(now)}, ${monthsAhead}::int) as month`;
      return (await query<{ month: string }>(made)).map(({ month }) => month);
    },
    async dropOldest(now) {
      const [old] = await query<{ month: string; rows: number | null }>(Prisma.sql`
        select month, rows::float8 as rows from drop_old_request_log_month(${at(now)}, ${keptDays}::int)`);
      return old;
    },
    async findTime() {
      const [clock] = await query<{ time: Date }>(Prisma.sql`select now() as time`);
      return clock?.time ?? new Date(0);
    },
    async findEnd() {
      const [last] = await query<{ end: Date | null }>(Prisma.sql`
        select max(until) as end from request_log_months()`);
      return last?.end ?? new Date(0);
    },
  };
}
