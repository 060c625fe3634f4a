import type { KeptOutcome, Outcome, OutcomeStore } from '../../accounts/outcome.ts';
import { outcomeMs } from '../../signing-in/attempt/find-outcome.ts';
import { at, Prisma, type Database } from '../database.ts';

export function createOutcomeStore({ query, execute }: Database): OutcomeStore {
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
    async endCredentials(made, now) {
      await execute(Prisma.sql`
        update credentials set revoked_at = ${at(now)} where id = any(${[...made]}::uuid[]) and revoked_at is null`);
    },
  };
}

/** Keeps an outcome; of a refusal only where there is none. */
export function keepOutcome(outcome: Outcome): Prisma.Sql {
  return Prisma.sql`${insertOutcome(outcome, Prisma.sql`true`)}
    on conflict (op) do update set made = excluded.made, created_at = excluded.created_at
    where excluded.code is null and outcomes.code is null and outcomes.digest = excluded.digest`;
}

/**
 * Keeps the outcome of an opening if `condition` holds, and returns a row, unless the operation has opened something that
 * is not `before`, or was refused: of many at once, one opens. One that is over is none.
 */
export function keepOpening(outcome: Outcome, before: readonly string[], condition: Prisma.Sql): Prisma.Sql {
  const { op, made, createdAt } = outcome;
  if (before.length > 0)
    return Prisma.sql`update outcomes set made = ${[...made]}::uuid[], created_at = ${at(createdAt)}
      where op = ${op} and made = ${[...before]}::uuid[] and ${condition} returning op`;
  const isOver = Prisma.sql`outcomes.created_at <= ${at(new Date(createdAt.getTime() - outcomeMs))}`;
  return Prisma.sql`${insertOutcome(outcome, condition)}
    on conflict (op) do update set digest = excluded.digest, code = null, field = null, user_id = excluded.user_id,
      made = excluded.made, amr = excluded.amr, created_at = excluded.created_at
    where ${isOver} returning op`;
}

function insertOutcome(outcome: Outcome, condition: Prisma.Sql): Prisma.Sql {
  const { op, digest, code, field, userId, made, amr, createdAt } = outcome;
  return Prisma.sql`
    insert into outcomes (op, digest, code, field, user_id, made, amr, created_at)
    select ${op}, ${digest}, ${code}, ${field}, ${userId}::uuid, ${[...made]}::uuid[], ${[...amr]}::text[], ${at(createdAt)}
    where ${condition}`;
}
