import { isUuid } from '@latchkey/contracts';
import { executeSql, type PostgresPool } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { FamilyStore } from '../family/family-store.ts';
import { familyFields, type RefreshFamily, type SupersededToken } from '../family/family.ts';
import { createDeliverFamily, findDelivered } from './deliver-family.ts';
import { gatherByPlace } from './gather-by-place.ts';
import { createOpenFamily } from './open-family.ts';
import { revokeFamilies, revokeWhere } from './revoke-families.ts';
import { createRotateFamily } from './rotate-family.ts';

/** How often the current token may come with a wrong chain or link. Source: contract part 1 "Token package". */
const strikesAllowed = 3;

const columns = familyFields.map((field) => `families.${toColumn(field)} as "${field}"`).join(', ');

interface Placed {
  readonly place: number;
}

/** A family beside the superseded token that found it, as JSON would not keep times and bytes. */
type PresentedRow = RefreshFamily &
  Placed & {
    [Key in keyof SupersededToken as `spent_${Key}`]: SupersededToken[Key] | null;
  };

/** Refresh families in Postgres; every method is one statement. */
export function createFamilyStore(pool: PostgresPool): FamilyStore {
  const findPresented = gatherByPlace<string, PresentedRow>(pool, findAllPresented, (hashes) => hashes);
  const findFamily = gatherByPlace<string, RefreshFamily & Placed>(pool, findAllById, (ids) => ids);
  return {
    open: createOpenFamily(pool),
    deliver: createDeliverFamily(pool),
    findDelivered: (deviceCodeHash, claim) => findDelivered(pool, deviceCodeHash, claim),
    rotate: createRotateFamily(pool),
    findByToken: async (tokenHash) => readPresented(await findPresented(tokenHash)),
    async findById(familyId) {
      if (!isUuid(familyId)) return undefined;
      const row = await findFamily(familyId);
      return row && withoutPlace(row);
    },
    async strike(tokenHash, nowMs) {
      const now = new Date(nowMs);
      await executeSql(
        pool,
        Prisma.sql`
          with family as (
            update refresh_families
            set strikes = strikes + 1,
              revoked_at = case when strikes + 1 >= ${strikesAllowed}::int then ${now}::timestamptz end,
              revoked_reason = case when strikes + 1 >= ${strikesAllowed}::int then 'binding' end
            where token_hash = ${tokenHash} and revoked_at is null
            returning id, client_id, user_id, revoked_at
          )
          insert into events (type, data, created_at)
          select kind, jsonb_build_object('family_id', id, 'client_id', client_id, 'user_id', user_id), ${now}
          from family, unnest(array['refresh.binding_mismatch', 'family.revoked']) as kind
          where kind <> 'family.revoked' or revoked_at is not null`,
      );
    },
    revokeAll: (selection, reason, nowMs) => revokeFamilies(pool, selection, reason, nowMs),
    async revoke(familyId, reason, nowMs) {
      if (!isUuid(familyId)) return false;
      return (await revokeWhere(pool, Prisma.sql`id = ${familyId}::uuid`, reason, nowMs)) === 1;
    },
    async revokeUnused(familyId, reason, nowMs) {
      const condition = Prisma.sql`id = ${familyId}::uuid and generation = 0`;
      return (await revokeWhere(pool, condition, reason, nowMs)) === 1;
    },
  };
}

/*
 * In both statements the list stands in a sub-select. PostgreSQL then makes one plan for lists of any length. A list that
 * it sees is planned for each time anew, which takes longer than the look-up.
 */
const findAllPresented = `
  select (asked.place - 1)::int as place, ${columns}, spent.link_hash as "spent_linkHash",
    spent.generation as "spent_generation", spent.request_hash as "spent_requestHash",
    spent.sealed_response as "spent_sealedResponse", spent.superseded_at as "spent_supersededAt"
  from unnest((select $1::text[])) with ordinality as asked (token_hash, place)
  left join superseded_tokens spent on spent.token_hash = asked.token_hash
  join refresh_families families on families.id =
    coalesce(spent.family_id, (select id from refresh_families where token_hash = asked.token_hash))`;

const findAllById = `
  select (asked.place - 1)::int as place, ${columns}
  from unnest((select $1::uuid[])) with ordinality as asked (id, place)
  join refresh_families families on families.id = asked.id`;

function readPresented(row: PresentedRow | undefined) {
  if (row === undefined) return undefined;
  const {
    place: _place,
    spent_linkHash,
    spent_generation,
    spent_requestHash,
    spent_sealedResponse,
    spent_supersededAt,
    ...family
  } = row;
  if (
    spent_linkHash === null ||
    spent_generation === null ||
    spent_requestHash === null ||
    spent_supersededAt === null
  )
    return { family };
  const superseded: SupersededToken = {
    linkHash: spent_linkHash,
    generation: spent_generation,
    requestHash: spent_requestHash,
    sealedResponse: spent_sealedResponse,
    supersededAt: spent_supersededAt,
  };
  return { family, superseded };
}

function withoutPlace({ place: _place, ...family }: RefreshFamily & Placed): RefreshFamily {
  return family;
}

/** The name of a field in the database: `createdAt` is the column created_at. */
function toColumn(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
