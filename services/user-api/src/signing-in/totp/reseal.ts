import type { AccountStore } from '../../accounts/account-store.ts';
import type { TextSealer } from './text-sealer.ts';

interface ResealPorts {
  readonly secrets: TextSealer;
  readonly accounts: Pick<AccountStore, 'resealTotp'>;
}

/**
 * Seals a secret again if an older key sealed it, so that the key list can drop that key. Answers whether it did. The
 * sealed text is the condition of the write, so that a secret which was changed meanwhile stays. Source:
 * contract part 0 "What is kept, and for how long".
 */
export async function resealTotp(
  { secrets, accounts }: ResealPorts,
  userId: string,
  sealed: string,
): Promise<boolean> {
  if (secrets.isNewest(sealed)) return false;
  return accounts.resealTotp(userId, sealed, secrets.seal(secrets.open(sealed, userId), userId));
}
