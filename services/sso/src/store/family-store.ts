import { Prisma } from '../../prisma/generated/client.ts';
import type { FamilyStore } from '../family/family-store.ts';
import type { Database } from './database.ts';
import { readFamily, readPresented, type FamilyRow, type PresentedRow } from './family-row.ts';
import { openFamily } from './open-family.ts';
import { revokeFamilies, revokeWhere } from './revoke-families.ts';
import { rotateFamily } from './rotate-family.ts';

/** Times that the current token may come with a wrong chain or link. Source: contract part 1 "Token package". */
const strikesAllowed = 3;
/** What a caller sends as the chain may be anything; only this casts to an id. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Refresh families in Postgres; every method is one statement. */
export function createFamilyStore(database: Database): FamilyStore {
  return {
    open: (pickup) => openFamily(database, pickup),
    rotate: (rotation) => rotateFamily(database, rotation),
    async findByToken(tokenHash) {
      const rows = await database.$queryRaw<PresentedRow[]>`
        SELECT families.*, spent.link_hash AS spent_link_hash, spent.generation AS spent_generation,
          spent.request_hash AS spent_request_hash, spent.sealed_response AS spent_response,
          spent.superseded_at AS spent_at
        FROM refresh_families families
        LEFT JOIN superseded_tokens spent ON spent.family_id = families.id AND spent.token_hash = ${tokenHash}
        WHERE families.token_hash = ${tokenHash}
          OR families.id = (SELECT family_id FROM superseded_tokens WHERE token_hash = ${tokenHash})`;
      return rows[0] && readPresented(rows[0]);
    },
    async findById(familyId) {
      if (!uuid.test(familyId)) return undefined;
      const rows = await database.$queryRaw<FamilyRow[]>`
        SELECT * FROM refresh_families WHERE id = ${familyId}::uuid`;
      return rows[0] && readFamily(rows[0]);
    },
    async strike(tokenHash, nowMs) {
      const now = new Date(nowMs);
      await database.$executeRaw`
        WITH family AS (
          UPDATE refresh_families
          SET strikes = strikes + 1,
            revoked_at = CASE WHEN strikes + 1 >= ${strikesAllowed}::int THEN ${now}::timestamptz END,
            revoked_reason = CASE WHEN strikes + 1 >= ${strikesAllowed}::int THEN 'binding' END
          WHERE token_hash = ${tokenHash} AND revoked_at IS NULL
          RETURNING id, client_id, user_id, revoked_at
        )
        INSERT INTO events (type, data, created_at)
        SELECT kind, jsonb_build_object('family_id', id, 'client_id', client_id, 'user_id', user_id), ${now}
        FROM family, unnest(ARRAY['refresh.binding_mismatch', 'family.revoked']) AS kind
        WHERE kind <> 'family.revoked' OR revoked_at IS NOT NULL`;
    },
    revokeAll: (selection, reason, nowMs) => revokeFamilies(database, selection, reason, nowMs),
    async revoke(familyId, reason, nowMs) {
      if (!uuid.test(familyId)) return false;
      const one = Prisma.sql`id = ${familyId}::uuid`;
      return (await revokeWhere(database, one, reason, nowMs)) === 1;
    },
  };
}
