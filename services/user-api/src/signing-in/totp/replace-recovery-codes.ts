import type { AccountStore } from '../../accounts/account-store.ts';
import type { LogEntry } from '../../request-log/request-log.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import type { TextSealer } from './text-sealer.ts';

interface ReplacePorts {
  readonly accounts: Pick<AccountStore, 'findById' | 'replaceRecoveryCodes'>;
  readonly secrets: TextSealer;
  randomBytes(size: number): Uint8Array;
}

/**
 * Makes ten recovery codes in place of those that an account has, and answers them, which nothing else does; undefined,
 * and nothing changes, where its one-time codes are off. The account is read again, as the check of a code may have
 * sealed its secret again.
 */
export async function replaceRecoveryCodes(
  { accounts, secrets, randomBytes }: ReplacePorts,
  userId: string,
  row: LogEntry,
): Promise<string[] | undefined> {
  const { totpSecret = null } = (await accounts.findById(userId)) ?? {};
  if (totpSecret === null) return undefined;
  const owner = { secret: secrets.open(totpSecret, userId), userId };
  const { codes, hashes } = makeRecoveryCodes(owner, randomBytes);
  return (await accounts.replaceRecoveryCodes(userId, totpSecret, hashes, row)) ? codes : undefined;
}
