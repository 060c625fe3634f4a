import type { PostgresPool } from '@latchkey/connections';
import { splitScope } from '@latchkey/tokens';
import { Prisma } from '../../prisma/generated/client.ts';
import type { FamilyPickup } from '../family/family-store.ts';
import { queryRows } from './database.ts';

/**
 * Writes the family of a claimed pickup, its history, its consent and its event in one statement. Because
 * device_code_hash is unique, a second pickup finds the row of the first one. It replaces the secrets, unless a later
 * claim has already written the row or the family was delivered, used or revoked; docs/decisions/0006-pickup.md. It
 * writes nothing where the history has the authorization as failed, as Redis may have forgotten that. The consent does
 * not change if it was changed after the approval. An approval that was never recorded gets its event here.
 */
export async function openFamily(pool: PostgresPool, pickup: FamilyPickup): Promise<string | undefined> {
  const { device, approval, claim, tokenHash, linkHash } = pickup;
  const now = new Date(pickup.nowMs);
  const approvedAt = new Date(approval.approvedAtMs);
  const event = { device_id: device.id, client_id: device.clientId, user_id: approval.userId };
  const rows = await queryRows<{ id: string }>(
    pool,
    Prisma.sql`
    with device as materialized (
      select id, state, decided_at from device_authorizations
      where id = ${device.id}::uuid and device_code_hash = ${device.deviceCodeHash} for update
    ), family as (
      insert into refresh_families
        (id, device_authorization_id, device_code_hash, claim, client_id, user_id, scope, audience, amr, auth_time, jkt,
         token_hash, link_hash, created_at, tokens_valid_after, issued_at, idle_expires_at, absolute_expires_at)
      select
         ${pickup.familyId}::uuid, ${device.id}::uuid, ${device.deviceCodeHash}, ${claim}, ${device.clientId},
         ${approval.userId}, ${approval.scope}, ${[...device.audience]}, ${[...approval.amr]},
         ${new Date(approval.authTime * 1000)}, ${pickup.jkt ?? null},
         ${tokenHash}, ${linkHash}, ${now}, ${pickup.tokensValidAfter}, ${now},
         ${pickup.idleExpiresAt}, ${pickup.absoluteExpiresAt}
      where not exists (select from device where state = 'failed')
      on conflict (device_code_hash) do update set
        claim = excluded.claim, token_hash = excluded.token_hash, link_hash = excluded.link_hash, jkt = excluded.jkt,
        tokens_valid_after = excluded.tokens_valid_after, issued_at = excluded.issued_at,
        idle_expires_at = excluded.idle_expires_at
      where refresh_families.claim < excluded.claim
        and refresh_families.generation = 0 and refresh_families.revoked_at is null
        and refresh_families.delivered_at is null
      returning id, xmax = 0 as is_new
    ), history as (
      update device_authorizations
      set state = 'redeemed', user_id = ${approval.userId}, redeemed_at = ${now}, family_id = family.id,
        decided_at = ${approvedAt}
      from family, device where device_authorizations.id = device.id
      returning device.decided_at is null as is_first
    ), consent as (
      insert into consents (user_id, client_id, client_name, scope, created_at, updated_at)
      select ${approval.userId}, ${device.clientId}, ${device.clientName}, ${splitScope(approval.scope)},
        ${approvedAt}, ${approvedAt}
      from family
      on conflict (user_id, client_id) do update set client_name = excluded.client_name,
        scope = excluded.scope, updated_at = excluded.updated_at, revoked_at = null
      where greatest(consents.updated_at, consents.revoked_at) < excluded.updated_at
    ), event as (
      insert into events (type, data, created_at)
      select type, data, at from (
        select 1 as place, 'device.approved' as type, ${JSON.stringify(event)}::jsonb as data,
          ${approvedAt}::timestamptz as at from history where is_first
        union all
        select 2, 'device.redeemed', ${JSON.stringify(event)}::jsonb || jsonb_build_object('family_id', id),
          ${now}::timestamptz from family where is_new
      ) told order by place
    )
    select id from family`,
  );
  return rows[0]?.id;
}
