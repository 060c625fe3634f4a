import { ApiError } from '@latchkey/contracts';
import type { Client } from '../../clients/client.ts';
import { nameKeysOf } from '../../clients/name-keys.ts';
import { errors } from '../../errors.ts';
import type { Transaction } from '../database.ts';

/** Of all changes of the names that clients have, one is made at a time: this number is theirs. */
const namesLock = 4002;

export async function lockNames(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`select pg_advisory_xact_lock(${namesLock}::bigint)`;
}

/**
 * Throws already_exists where another owner has a client whose name is protected and looks like this one's: a client of
 * the installation, or one that is verified. The lock keeps that true until the transaction ends.
 */
export async function assertNameFree(
  transaction: Transaction,
  { name, ownerId }: Pick<Client, 'name' | 'ownerId'>,
  field: 'name' | 'client_id',
): Promise<void> {
  await lockNames(transaction);
  const found = await transaction.$queryRaw<object[]>`
    select from oauth_clients where name_keys && ${nameKeysOf(name)}::text[] and owner_id <> ${ownerId}::uuid
      and archived_at is null and (verified or owner_kind = 'installation') limit 1`;
  if (found.length > 0) throw new ApiError(errors.clientNameProtected, { field });
}

/** Throws quota_exceeded where an owner has `most` clients. Of one owner, one client is made at a time. */
export async function assertRoom(
  transaction: Transaction,
  { ownerId }: Pick<Client, 'ownerId'>,
  most: number,
): Promise<void> {
  await transaction.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${ownerId}, ${namesLock}))`;
  if ((await transaction.oAuthClient.count({ where: { ownerId } })) < most) return;
  throw new ApiError({ ...errors.clientsFull, message: `${errors.clientsFull.message}: ${most}` });
}
