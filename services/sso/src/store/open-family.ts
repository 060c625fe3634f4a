import { defineBatch, type ItemColumns, type PostgresPool } from '@latchkey/database';
import type { FamilyPickup, FamilyStore } from '../oauth/family/family-store.ts';

/** What a pickup writes into the row of a family. */
const familyColumns = {
  id: ['uuid', ({ device }) => device.id],
  claim: ['int', ({ claim }) => claim],
  client_id: ['text', ({ device }) => device.clientId],
  road: ['text', ({ device }) => device.road],
  user_id: ['text', ({ approval }) => approval.userId],
  scope: ['text', ({ approval }) => approval.scope],
  audience: ['text[]', ({ device }) => device.audience],
  amr: ['text[]', ({ approval }) => approval.amr],
  auth_time: ['timestamptz', ({ approval }) => new Date(approval.authTime * 1000)],
  jkt: ['text', ({ jkt }) => jkt],
  token_key: ['bytea', ({ tokenKey }) => tokenKey],
  token_hash: ['text', ({ tokenHash }) => tokenHash],
  link_hash: ['text', ({ linkHash }) => linkHash],
  created_at: ['timestamptz', ({ nowMs }) => new Date(nowMs)],
  tokens_valid_after: ['timestamptz', ({ approval }) => new Date(approval.tokensValidAfterMs)],
  issued_at: ['timestamptz', ({ nowMs }) => new Date(nowMs)],
  idle_expires_at: ['timestamptz', ({ idleExpiresAt }) => idleExpiresAt],
  absolute_expires_at: ['timestamptz', ({ absoluteExpiresAt }) => absoluteExpiresAt],
} as const satisfies ItemColumns<FamilyPickup>;
const familyList = Object.keys(familyColumns).join(', ');

const columns: ItemColumns<FamilyPickup> = {
  ...familyColumns,
  device_code_hash: ['text', ({ device }) => device.deviceCodeHash],
};

/**
 * Writes the family of a claimed pickup. Because the id is the authorization's, a second pickup finds the row of the first
 * one. It replaces the secrets, unless a later claim has already written the row or the family was delivered, used or
 * revoked, or it is of another approval, which a Redis that was rolled back has forgotten;
 * docs/decisions/0006-pickup.md. It writes nothing where the history has the authorization as failed, as Redis may
 * have forgotten that. Of several pickups of one code in a batch only the latest claim is written.
 */
const sql = `, asked as (
    select distinct on (id) * from item order by id, claim desc
  ), opened as (
    insert into refresh_families (${familyList}) select ${familyList} from asked
    where (id, device_code_hash) not in (
      select id, device_code_hash from device_authorizations
      where (id, device_code_hash) in (select id, device_code_hash from asked) and state = 'failed'
    ) order by id
    on conflict (id) do update set
      claim = excluded.claim, token_key = excluded.token_key, token_hash = excluded.token_hash,
      link_hash = excluded.link_hash, jkt = excluded.jkt, issued_at = excluded.issued_at,
      idle_expires_at = excluded.idle_expires_at, absolute_expires_at = excluded.absolute_expires_at
    where refresh_families.claim < excluded.claim and refresh_families.user_id = excluded.user_id
      and refresh_families.tokens_valid_after = excluded.tokens_valid_after
      and refresh_families.generation = 0 and refresh_families.revoked_at is null
      and refresh_families.delivered_at is null
    returning id
  )
  select place from opened join asked on asked.id = opened.id`;

export function createOpenFamily(pool: PostgresPool): FamilyStore['open'] {
  const open = defineBatch<FamilyPickup>(pool, { columns, sql });
  return async (pickup) => (await open(pickup)) !== undefined;
}
