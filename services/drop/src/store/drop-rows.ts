import { Prisma } from '../../prisma/generated/client.ts';
import type { DropModel } from '../../prisma/generated/models.ts';
import type { FoundDrop } from '../drop/drop-store.ts';
import type { Drop, DropStatus, Metadata } from '../drop/drop.ts';
import type { PayloadFormat } from '../payload/contents.ts';
import type { KeyDerivation } from '../secrecy/sealed.ts';

/** Every column of a drop but its secrets, its status and what only the upkeep reads. */
const plainColumns = [
  'id',
  'owner',
  'anonymous',
  'kind',
  'metadata',
  'payloadFormat',
  'contentType',
  'size',
  'createdAt',
  'activatedAt',
  'expiresAt',
  'consumedAt',
  'consumedBy',
  'consumeRequestId',
  'revokedAt',
] as const satisfies readonly (keyof DropModel)[];

/** What an active drop has, and every other drop has lost. */
const secretColumns = [
  'kdf',
  'pepperKid',
  'salt',
  'nonce',
  'verifier',
  'ciphertext',
] as const satisfies readonly (keyof DropModel)[];

export type DropRow = Pick<DropModel, (typeof plainColumns)[number] | 'status'> & { asOf: Date };
export type SealedRow = DropRow & Pick<DropModel, (typeof secretColumns)[number]>;

/** SQL over `t`: the state of a drop. A date that the database's clock has passed wins over the stored status. */
export const derivedStatus = `case when t.status in ('reserved', 'active') and t.expires_at <= now() then 'expired' else t.status end`;

/** SQL over `t`: the select list of a {@link DropRow}. */
export const dropColumns = `${selectOf(plainColumns)}, ${derivedStatus} as status, now()::timestamptz(3) as "asOf"`;

export const dropFields = Prisma.raw(dropColumns);
export const sealedFields = Prisma.raw(`${dropColumns}, ${selectOf(secretColumns)}`);
/** SQL: assigns null to every secret. Source: contract part 3 "States". */
export const shredded = Prisma.raw(secretColumns.map((name) => `${snakeCase(name)} = null`).join(', '));
/** SQL over `t`: a drop that has not ended. */
export const live = Prisma.raw(`t.status in ('reserved', 'active') and t.expires_at > now()`);

export function toDrop(row: DropRow): Drop {
  return {
    ...row,
    status: row.status as DropStatus,
    metadata: row.metadata as Metadata | null,
    payloadFormat: row.payloadFormat as PayloadFormat | null,
  };
}

export function toFoundDrop({
  kdf,
  pepperKid,
  salt,
  nonce,
  verifier,
  ciphertext,
  ...row
}: SealedRow): FoundDrop {
  const drop = toDrop(row);
  if (drop.status !== 'active' || !kdf || !salt || !nonce || !verifier || !ciphertext) {
    return { drop, sealed: null };
  }
  return { drop, sealed: { kdf: kdf as KeyDerivation, pepperKid, salt, nonce, verifier, ciphertext } };
}

function selectOf(names: readonly string[]): string {
  return names.map((name) => `t.${snakeCase(name)} as "${name}"`).join(', ');
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
