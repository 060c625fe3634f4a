import { Prisma } from '../../prisma/generated/client.ts';
import type { FoundDrop } from '../drop/drop-store.ts';
import type { Drop, DropStatus, Metadata } from '../drop/drop.ts';
import type { PayloadFormat } from '../payload/contents.ts';
import type { KeyDerivation, Sealed } from '../secrecy/sealed.ts';

/** SQL over `t`: a live drop. */
const isLive = `t.status in ('reserved', 'active') and t.expires_at > now()`;

/** SQL over `t`: expiry wins over what the row says, once the database's clock has passed it. */
export const derivedStatus = `case when t.status in ('reserved', 'active') and t.expires_at <= now() then 'expired' else t.status end`;

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** Select list over `t`, without secrets. */
export const dropColumns = `t.id, t.owner, ${derivedStatus} as status, t.anonymous, t.kind, t.metadata::text as metadata,
  t.payload_format, t.content_type, t.size, t.consumed_by, t.consume_request_id,
  ${milliseconds('t.created_at')} as created_ms, ${milliseconds('t.activated_at')} as activated_ms,
  ${milliseconds('t.expires_at')} as expires_ms, ${milliseconds('t.consumed_at')} as consumed_ms,
  ${milliseconds('t.revoked_at')} as revoked_ms, ${milliseconds('now()::timestamptz(3)')} as as_of_ms`;

/** Adds the secrets of a drop that is active. */
const sealedColumns = `t.kdf, t.pepper_kid, t.salt, t.nonce, t.verifier, t.ciphertext`;

export const dropFields = Prisma.raw(dropColumns);
export const sealedFields = Prisma.raw(sealedColumns);
export const live = Prisma.raw(isLive);

export interface DropRow {
  id: string;
  owner: string;
  status: DropStatus;
  anonymous: boolean;
  kind: string | null;
  metadata: string | null;
  payload_format: PayloadFormat | null;
  content_type: string | null;
  size: number | null;
  consumed_by: string | null;
  consume_request_id: string | null;
  created_ms: number;
  activated_ms: number | null;
  expires_ms: number;
  consumed_ms: number | null;
  revoked_ms: number | null;
  as_of_ms: number;
}

export interface SealedRow extends DropRow {
  kdf: KeyDerivation | null;
  pepper_kid: string | null;
  salt: Uint8Array | null;
  nonce: Uint8Array | null;
  verifier: Uint8Array | null;
  ciphertext: Uint8Array | null;
}

export function toDrop(row: DropRow): Drop {
  return {
    id: row.id,
    owner: row.owner,
    status: row.status,
    anonymous: row.anonymous,
    kind: row.kind,
    metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as Metadata),
    payloadFormat: row.payload_format,
    contentType: row.content_type,
    size: row.size,
    createdAtMs: row.created_ms,
    activatedAtMs: row.activated_ms,
    expiresAtMs: row.expires_ms,
    consumedAtMs: row.consumed_ms,
    consumedBy: row.consumed_by,
    consumeRequestId: row.consume_request_id,
    revokedAtMs: row.revoked_ms,
    asOfMs: row.as_of_ms,
  };
}

export function toFoundDrop(row: SealedRow): FoundDrop {
  const { kdf, pepper_kid: pepperKid, salt, nonce, verifier, ciphertext } = row;
  const drop = toDrop(row);
  if (drop.status !== 'active' || !kdf || !salt || !nonce || !verifier || !ciphertext) {
    return { drop, sealed: null };
  }
  const sealed: Sealed = { kdf, pepperKid, salt, nonce, verifier, ciphertext };
  return { drop, sealed };
}
