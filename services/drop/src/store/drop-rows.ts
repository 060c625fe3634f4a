import { columnList, columnOf, selectList } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { DropModel } from '../../prisma/generated/models.ts';
import type { LockedDrop } from '../drop/drop-store.ts';
import type { Asker, Drop, DropStatus } from '../drop/drop.ts';
import type { PayloadFormat } from '../payload/contents.ts';
import type { KeyDerivation } from '../secrecy/sealed.ts';

/** Every column of a drop but its secrets, its status and what only the upkeep reads. */
const plainColumns = [
  'id',
  'owner',
  'anonymous',
  'kind',
  'metadata',
  'asks',
  'askerKind',
  'asker',
  'notify',
  'payloadFormat',
  'contentType',
  'size',
  'createdAt',
  'activatedAt',
  'expiresAt',
  'consumedAt',
  'consumedBy',
  'consumeRequestId',
  'callerRequestId',
  'revokedAt',
] as const satisfies readonly (keyof DropModel)[];

const lockColumns = ['kdf', 'pepperKid', 'salt', 'verifier'] as const satisfies readonly (keyof DropModel)[];
/** What an active drop has, and every ended drop has lost. */
const secretColumns = [...lockColumns, 'nonce', 'ciphertext'] as const satisfies readonly (keyof DropModel)[];

export type DropRow = Omit<Pick<DropModel, (typeof plainColumns)[number] | 'status'>, 'metadata'> & {
  metadata: string | null;
  asOf: Date;
};
export type LockedRow = DropRow & Pick<DropModel, (typeof secretColumns)[number]>;

/** SQL over `t`: the state of a drop. A date that the database's clock has passed wins over the stored status. */
export const derivedStatus = `case when t.status in ('reserved', 'active') and t.expires_at <= now() then 'expired' else t.status end`;

/** SQL over `t`: the select list of a {@link DropRow}. Metadata is read as text, since a parsed number would change. */
export const dropColumns = `${selectList(plainColumns, { metadata: 'metadata::text' })}, ${derivedStatus} as status, now()::timestamptz(3) as "asOf"`;

export const dropFields = Prisma.raw(dropColumns);
/** The same with what judges a key. */
export const lockedColumns = `${dropColumns}, ${selectList(lockColumns)}`;
/** SQL over `t`: what a change hands on, which is everything but the secrets. */
export const changedFields = Prisma.raw(columnList([...plainColumns, 'status', 'sealedBytes'], 't'));
/** SQL: assigns null to every secret. Source: contract part 3 "States". */
export const shredded = Prisma.raw(secretColumns.map((name) => `${columnOf(name)} = null`).join(', '));
/** SQL over `t`: a drop that can be opened. */
export const isActive = `t.status = 'active' and t.expires_at > now()`;
/** SQL over `t`: a drop that has not ended. */
export const live = Prisma.raw(`t.status in ('reserved', 'active') and t.expires_at > now()`);

export function toDrop({ askerKind, asker, ...row }: DropRow): Drop {
  return {
    ...row,
    asker: asker === null ? null : { kind: askerKind as Asker['kind'], name: asker },
    status: row.status as DropStatus,
    payloadFormat: row.payloadFormat as PayloadFormat | null,
  };
}

export function toLockedDrop(row: LockedRow): LockedDrop {
  const { kdf, pepperKid, salt, verifier, nonce, ciphertext, ...plain } = row;
  const drop = toDrop(plain);
  const isLocked = ['reserved', 'active'].includes(drop.status) && kdf && salt && verifier;
  return {
    drop,
    lock: isLocked ? { kdf: kdf as KeyDerivation, pepperKid, salt, verifier } : null,
    sealed: nonce && ciphertext && { nonce, ciphertext },
  };
}
