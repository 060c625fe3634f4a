import type { PostgresPool } from '@latchkey/database';
import { splitScope } from '@latchkey/tokens';
import type { FamilyPickup, FamilyStore } from '../family/family-store.ts';
import { fewRows, gatherByPlace } from './gather-by-place.ts';

/**
 * Writes the family of a claimed pickup, its history, its consent and its event in one statement. Because
 * device_code_hash is unique, a second pickup finds the row of the first one. It replaces the secrets, unless a later
 * claim has already written the row or the family was delivered, used or revoked; docs/decisions/0006-pickup.md. It
 * writes nothing where the history has the authorization as failed, as Redis may have forgotten that. The consent does
 * not change if it was changed after the approval. An approval that was never recorded gets its event here.
 */
export function createOpenFamily(pool: PostgresPool): FamilyStore['open'] {
  const open = gatherByPlace<FamilyPickup, { readonly place: number; readonly id: string }>(
    pool,
    openAll,
    (pickups) => JSON.stringify(pickups.map(toRow)),
  );
  return async (pickup) => (await open(pickup))?.id;
}

/**
 * Of several pickups of one code in a list the latest claim alone is written, and of several approvals of one consent the
 * latest, as if they had come first. Rows are locked in one order, so that no two statements wait for each other.
 */
const openAll = `
  with asked as materialized (
    select distinct on (device_code_hash) * from jsonb_to_recordset($1::jsonb) as asked (
      place int, family_id uuid, device_id uuid, device_code_hash text, claim int, client_id text, client_name text,
      user_id text, scope text, scopes text[], audience text[], amr text[], auth_time timestamptz, jkt text,
      token_hash text, link_hash text, now timestamptz, approved_at timestamptz, tokens_valid_after timestamptz,
      idle_expires_at timestamptz, absolute_expires_at timestamptz)
    order by device_code_hash, claim desc ${fewRows}
  ), device as materialized (
    select id, device_code_hash, state, decided_at from device_authorizations
    where (id, device_code_hash) in (select device_id, device_code_hash from asked)
    order by device_code_hash for update
  ), family as (
    insert into refresh_families
      (id, device_authorization_id, device_code_hash, claim, client_id, user_id, scope, audience, amr, auth_time, jkt,
       token_hash, link_hash, created_at, tokens_valid_after, issued_at, idle_expires_at, absolute_expires_at)
    select family_id, device_id, device_code_hash, claim, client_id, user_id, scope, audience, amr, auth_time, jkt,
       token_hash, link_hash, now, tokens_valid_after, now, idle_expires_at, absolute_expires_at
    from asked where device_code_hash not in (select device_code_hash from device where state = 'failed')
    order by device_code_hash
    on conflict (device_code_hash) do update set
      claim = excluded.claim, token_hash = excluded.token_hash, link_hash = excluded.link_hash, jkt = excluded.jkt,
      tokens_valid_after = excluded.tokens_valid_after, issued_at = excluded.issued_at,
      idle_expires_at = excluded.idle_expires_at
    where refresh_families.claim < excluded.claim
      and refresh_families.generation = 0 and refresh_families.revoked_at is null
      and refresh_families.delivered_at is null
    returning id, device_code_hash, xmax = 0 as is_new
  ), opened as (
    select asked.*, id, is_new,
      jsonb_build_object('device_id', device_id, 'client_id', client_id, 'user_id', user_id) as event
    from family join asked using (device_code_hash)
  ), history as (
    update device_authorizations d
    set state = 'redeemed', user_id = opened.user_id, redeemed_at = now, family_id = opened.id,
      decided_at = approved_at
    from opened join device using (device_code_hash) where d.id = device.id
    returning place, event, approved_at, device.decided_at is null as is_first
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
      select place, 2, 'device.redeemed', event || jsonb_build_object('family_id', id), now from opened where is_new
    ) told order by place, step
  )
  select place, id from opened`;

function toRow(pickup: FamilyPickup, place: number) {
  const { device, approval } = pickup;
  return {
    place,
    family_id: pickup.familyId,
    device_id: device.id,
    device_code_hash: device.deviceCodeHash,
    claim: pickup.claim,
    client_id: device.clientId,
    client_name: device.clientName,
    user_id: approval.userId,
    scope: approval.scope,
    scopes: splitScope(approval.scope),
    audience: device.audience,
    amr: approval.amr,
    auth_time: new Date(approval.authTime * 1000),
    jkt: pickup.jkt,
    token_hash: pickup.tokenHash,
    link_hash: pickup.linkHash,
    now: new Date(pickup.nowMs),
    approved_at: new Date(approval.approvedAtMs),
    tokens_valid_after: pickup.tokensValidAfter,
    idle_expires_at: pickup.idleExpiresAt,
    absolute_expires_at: pickup.absoluteExpiresAt,
  };
}
