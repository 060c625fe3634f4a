import type { KeptOutcome, Outcome, OutcomeStore } from '../../accounts/outcome.ts';
import { at, Prisma, type Database } from '../database.ts';
import { endSessions } from '../sessions/end-sessions.ts';

export function createOutcomeStore({ prisma, query, execute }: Database): OutcomeStore {
  return {
    async find(op, since) {
      const [row] = await query<KeptOutcome>(Prisma.sql`
        select op, digest, code, field, user_id as "userId", made, amr, created_at as "createdAt",
          exists (select from sessions s where s.id = any(o.made) and s.revoked_at is null)
            or exists (select from credentials c where c.id = any(o.made) and c.revoked_at is null) as "isLive"
        from outcomes o where op = ${op} and created_at > ${at(since)}`);
      return row;
    },
    async keep(outcome) {
      await execute(keepOutcome(outcome));
    },
    end: (made, now) =>
      prisma.$transaction(async (transaction) => {
        const ids = Prisma.sql`id = any(${[...made]}::uuid[])`;
        await transaction.$executeRaw`
          update credentials set revoked_at = ${at(now)} where ${ids} and revoked_at is null`;
        await endSessions(transaction, ids, now);
      }),
  };
}

/** Keeps an outcome if `condition` holds; of a refusal only where there is none. */
export function keepOutcome(outcome: Outcome, condition = Prisma.sql`true`): Prisma.Sql {
  return Prisma.sql`${insertOutcome(outcome, condition)}
    on conflict (op) do update set made = excluded.made, created_at = excluded.created_at
    where excluded.code is null and outcomes.code is null and outcomes.digest = excluded.digest`;
}

/** Keeps an outcome if `condition` holds, and returns a row, unless the operation has one already. */
export function keepFirst(outcome: Outcome, condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${insertOutcome(outcome, condition)} on conflict (op) do nothing returning op`;
}

/** Names what is opened once more, if `condition` holds, and returns a row, unless somebody has opened it since. */
export function keepAgain(
  { op, made, createdAt }: Outcome,
  before: readonly string[],
  condition: Prisma.Sql,
): Prisma.Sql {
  return Prisma.sql`update outcomes set made = ${[...made]}::uuid[], created_at = ${at(createdAt)}
    where op = ${op} and made = ${[...before]}::uuid[] and ${condition} returning op`;
}

function insertOutcome(outcome: Outcome, condition: Prisma.Sql): Prisma.Sql {
  const { op, digest, code, field, userId, made, amr, createdAt } = outcome;
  return Prisma.sql`
    insert into outcomes (op, digest, code, field, user_id, made, amr, created_at)
    select ${op}, ${digest}, ${code}, ${field}, ${userId}::uuid, ${[...made]}::uuid[], ${[...amr]}::text[], ${at(createdAt)}
    where ${condition}`;
}
