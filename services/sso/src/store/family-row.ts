import type { PresentedToken, RefreshFamily } from '../family/family.ts';

/** A row of refresh_families, as SQL gives it. */
export interface FamilyRow {
  readonly id: string;
  readonly client_id: string;
  readonly user_id: string;
  readonly scope: string;
  readonly audience: string[];
  readonly amr: string[];
  readonly auth_time: Date;
  readonly jkt: string | null;
  readonly token_hash: string;
  readonly link_hash: string;
  readonly generation: number;
  readonly created_at: Date;
  readonly issued_at: Date;
  readonly idle_expires_at: Date;
  readonly absolute_expires_at: Date;
  readonly revoked_at: Date | null;
}

/** The same, joined to the superseded token that found it. */
export interface PresentedRow extends FamilyRow {
  readonly spent_link_hash: string | null;
  readonly spent_generation: number | null;
  readonly spent_request_hash: string | null;
  readonly spent_response: Uint8Array | null;
  readonly spent_at: Date | null;
}

export function readFamily(row: FamilyRow): RefreshFamily {
  return {
    id: row.id,
    clientId: row.client_id,
    userId: row.user_id,
    scope: row.scope,
    audience: row.audience,
    amr: row.amr,
    authTime: row.auth_time.getTime() / 1000,
    tokenHash: row.token_hash,
    linkHash: row.link_hash,
    generation: row.generation,
    createdAtMs: row.created_at.getTime(),
    issuedAtMs: row.issued_at.getTime(),
    idleExpiresAtMs: row.idle_expires_at.getTime(),
    absoluteExpiresAtMs: row.absolute_expires_at.getTime(),
    isRevoked: row.revoked_at !== null,
    ...(row.jkt === null ? {} : { jkt: row.jkt }),
  };
}

export function readPresented(row: PresentedRow): PresentedToken {
  const family = readFamily(row);
  const { spent_link_hash, spent_generation, spent_request_hash, spent_response, spent_at } = row;
  if (
    spent_link_hash === null ||
    spent_generation === null ||
    spent_request_hash === null ||
    spent_at === null
  )
    return { family };
  const superseded = {
    linkHash: spent_link_hash,
    generation: spent_generation,
    requestHash: spent_request_hash,
    supersededAtMs: spent_at.getTime(),
    ...(spent_response === null ? {} : { sealedResponse: spent_response }),
  };
  return { family, superseded };
}
