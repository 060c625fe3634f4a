import type { ErrorCode } from '@latchkey/contracts';
import type { Outcome, OutcomeStore } from '../session/outcome.ts';
import { at, Prisma, type Database } from './database.ts';
import { endSessions } from './end-sessions.ts';

/** Outcomes of attempts in PostgreSQL. */
export function createOutcomeStore({ prisma, execute }: Database): OutcomeStore {
  return {
    async find(op, since) {
      const row = await prisma.outcome.findFirst({ where: { op, createdAt: { gt: since } } });
      return row === null ? undefined : { ...row, code: row.code as ErrorCode | null };
    },
    async keep(outcome) {
      await execute(keepOutcome(outcome));
    },
    end: (made, now) =>
      prisma.$transaction(async (transaction) => {
        const ids = Prisma.sql`id = any(${[...made]}::uuid[])`;
        await transaction.$executeRaw`
          update credentials set revoked_at = ${at(now)} where ${ids} and revoked_at is null`;
        return endSessions(transaction, ids, now);
      }),
  };
}

/** Keeps an outcome if `condition` holds; of a refusal only where there is none. */
export function keepOutcome(outcome: Outcome, condition = Prisma.sql`true`): Prisma.Sql {
  const { op, digest, code, field, userId, made, amr, createdAt } = outcome;
  return Prisma.sql`
    insert into outcomes (op, digest, code, field, user_id, made, amr, created_at)
    select ${op}, ${digest}, ${code}, ${field}, ${userId}::uuid, ${[...made]}::uuid[], ${[...amr]}::text[], ${at(createdAt)}
    where ${condition}
    on conflict (op) do update set made = excluded.made, created_at = excluded.created_at
    where excluded.code is null and outcomes.code is null and outcomes.digest = excluded.digest`;
}
