import { isUuid } from '@latchkey/contracts';
import {
  defineBatch,
  executeSql,
  fieldsBut,
  queryRows,
  selectList,
  type PostgresPool,
} from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { FamilyStore } from '../oauth/family/family-store.ts';
import type { RefreshFamily } from '../oauth/family/family.ts';
import { createDeliverFamily, findDelivery } from './deliver-family.ts';
import { createOpenFamily } from './open-family.ts';
import { revokeFamilies, revokeSurplus, revokeWhere } from './revoke-families.ts';
import { createRotateFamily } from './rotate-family.ts';

/** How often the current token may be presented with a wrong chain or link. Source: contract part 1 "Token package". */
const strikesAllowed = 3;

const columns = selectList(
  fieldsBut(
    Prisma.RefreshFamilyScalarFieldEnum,
    'claim',
    'strikes',
    'requestHash',
    'sealedAnswer',
    'revokedReason',
  ),
);

/** Refresh families in Postgres; every method that writes is one statement. */
export function createFamilyStore(pool: PostgresPool): FamilyStore {
  const findFamily = defineBatch<string, RefreshFamily>(pool, {
    columns: { id: ['uuid', (id) => id] },
    sql: `select place, ${columns} from item join refresh_families t on t.id = item.id`,
  });
  return {
    open: createOpenFamily(pool),
    deliver: createDeliverFamily(pool),
    findDelivery: (familyId, claim) => findDelivery(pool, familyId, claim),
    rotate: createRotateFamily(pool),
    findById: async (familyId) => (isUuid(familyId) ? findFamily(familyId) : undefined),
    async findAnswer(familyId, generation, requestHash) {
      const [row] = await queryRows<{ answer: Uint8Array }>(
        pool,
        Prisma.sql`
          select sealed_answer as answer from refresh_families
          where id = ${familyId}::uuid and generation = ${generation}::int and request_hash = ${requestHash}
            and sealed_answer is not null`,
      );
      return row?.answer;
    },
    async strike({ id, generation, tokenHash }, nowMs) {
      const now = new Date(nowMs);
      await executeSql(
        pool,
        Prisma.sql`
          with family as (
            update refresh_families
            set strikes = strikes + 1,
              revoked_at = case when strikes + 1 >= ${strikesAllowed}::int then ${now}::timestamptz end,
              revoked_reason = case when strikes + 1 >= ${strikesAllowed}::int then 'binding' end,
              sealed_answer = case when strikes + 1 < ${strikesAllowed}::int then sealed_answer end
            where id = ${id}::uuid and generation = ${generation}::int and token_hash = ${tokenHash}
              and revoked_at is null
            returning id, client_id, user_id, revoked_at
          )
          insert into events (type, data, created_at)
          select kind, jsonb_build_object('family_id', id, 'client_id', client_id, 'user_id', user_id), ${now}
          from family, unnest(array['refresh.binding_mismatch', 'family.revoked']) as kind
          where kind <> 'family.revoked' or revoked_at is not null`,
      );
    },
    endSurplus: (userId, most, nowMs) => revokeSurplus(pool, userId, most, nowMs),
    revokeAll: (selection, reason, nowMs) => revokeFamilies(pool, selection, reason, nowMs),
    async revoke(familyId, reason, nowMs) {
      if (!isUuid(familyId)) return false;
      return (await revokeWhere(pool, Prisma.sql`id = ${familyId}::uuid`, reason, nowMs)) === 1;
    },
  };
}
