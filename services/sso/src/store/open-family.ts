import { defineBatch, type ItemColumns, type PostgresPool } from '@latchkey/database';
import { splitScope } from '@latchkey/tokens';
import type { FamilyPickup, FamilyStore } from '../family/family-store.ts';
import { describeApproval } from './device-history-store.ts';

/** What a pickup writes into the row of a family. */
const familyColumns = {
  id: ['uuid', ({ device }) => device.id],
  claim: ['int', ({ claim }) => claim],
  client_id: ['text', ({ device }) => device.clientId],
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
  tokens_valid_after: ['timestamptz', ({ tokensValidAfter }) => tokensValidAfter],
  issued_at: ['timestamptz', ({ nowMs }) => new Date(nowMs)],
  idle_expires_at: ['timestamptz', ({ idleExpiresAt }) => idleExpiresAt],
  absolute_expires_at: ['timestamptz', ({ absoluteExpiresAt }) => absoluteExpiresAt],
} as const satisfies ItemColumns<FamilyPickup>;
const familyList = Object.keys(familyColumns).join(', ');

const columns: ItemColumns<FamilyPickup> = {
  ...familyColumns,
  device_code_hash: ['text', ({ device }) => device.deviceCodeHash],
  client_name: ['text', ({ device }) => device.clientName],
  scopes: ['text[]', ({ approval }) => splitScope(approval.scope)],
  approved_at: ['timestamptz', ({ approval }) => new Date(approval.approvedAtMs)],
  approved: ['text', ({ device, approval }) => JSON.stringify(describeApproval(device, approval))],
  admin_from: ['text', ({ adminFrom }) => (adminFrom === undefined ? null : JSON.stringify(adminFrom))],
};

/**
 * Writes the family of a claimed pickup, its history, its consent and its event. Because the id is the authorization's, a
 * second pickup finds the row of the first one. It replaces the secrets, unless a later claim has already written the row
 * or the family was delivered, used or revoked; docs/decisions/0006-pickup.md. It writes nothing where the history has
 * the authorization as failed, as Redis may have forgotten that. The consent does not change if it was changed after the
 * approval. An approval that was never recorded gets its event here.
 *
 * Of several pickups of one code in a batch only the latest claim is written, and of several approvals of one consent
 * the latest, as if they had come first.
 */
const sql = `, asked as (
    select distinct on (id) * from item order by id, claim desc
  ), device as materialized (
    select id, state, decided_at from device_authorizations
    where (id, device_code_hash) in (select id, device_code_hash from asked) order by id for update
  ), family as (
    insert into refresh_families (${familyList}) select ${familyList} from asked
    where id not in (select id from device where state = 'failed') order by id
    on conflict (id) do update set
      claim = excluded.claim, token_key = excluded.token_key, token_hash = excluded.token_hash,
      link_hash = excluded.link_hash, jkt = excluded.jkt, tokens_valid_after = excluded.tokens_valid_after,
      issued_at = excluded.issued_at, idle_expires_at = excluded.idle_expires_at,
      absolute_expires_at = excluded.absolute_expires_at
    where refresh_families.claim < excluded.claim
      and refresh_families.generation = 0 and refresh_families.revoked_at is null
      and refresh_families.delivered_at is null
    returning id as family_id, xmax = 0 as is_new
  ), opened as (
    select asked.*, family_id, is_new,
      jsonb_build_object('device_id', family_id, 'client_id', client_id, 'user_id', user_id) as event
    from family join asked on asked.id = family_id
  ), history as (
    update device_authorizations d
    set state = 'redeemed', user_id = opened.user_id, redeemed_at = issued_at, family_id = opened.family_id,
      decided_at = approved_at
    from opened join device on device.id = opened.family_id where d.id = device.id
    returning place, event || approved::jsonb as event, approved_at, device.decided_at is null as is_first
  ), consent as (
    insert into consents (user_id, client_id, client_name, scope, created_at, updated_at)
    select distinct on (user_id, client_id) user_id, client_id, client_name, scopes, approved_at, approved_at
    from opened order by user_id, client_id, approved_at desc
    on conflict (user_id, client_id) do update set client_name = excluded.client_name,
      scope = excluded.scope, updated_at = excluded.updated_at, revoked_at = null
    where greatest(consents.updated_at, consents.revoked_at) < excluded.updated_at
  ), event as (
    insert into events (type, data, created_at)
    select type, data, at from (
      select place, 1 as step, 'device.approved' as type, event as data, approved_at as at from history where is_first
      union all
      select place, 2, 'device.redeemed', event || jsonb_build_object('family_id', family_id), issued_at
      from opened where is_new
      union all
      select place, 3, 'admin.granted',
        event || jsonb_build_object('family_id', family_id) || admin_from::jsonb, issued_at
      from opened where admin_from is not null
    ) steps order by place, step
  )
  select place from opened`;

export function createOpenFamily(pool: PostgresPool): FamilyStore['open'] {
  const open = defineBatch<FamilyPickup>(pool, { columns, sql });
  return async (pickup) => (await open(pickup)) !== undefined;
}
