import type { AccountStore, SealedSecrets } from '../../accounts/account-store.ts';
import { resealImported } from '../password/imported-hash.ts';
import { resealTotp } from './reseal.ts';
import type { TextSealer } from './text-sealer.ts';

interface ResealAllPorts {
  readonly secrets: TextSealer;
  readonly accounts: Pick<AccountStore, 'resealTotp' | 'listSealed' | 'replacePasswordHash'>;
  /** Gets each account with a secret that no key of the list opens; the secret stays as it is. */
  onUnreadable(userId: string): void;
}

const batch = 500;
const lowestId = '00000000-0000-0000-0000-000000000000';

/**
 * Opens every secret, and seals those again that an older key has sealed; answers how many. A wrong key
 * under the right name, as after a restore, fails here. It may run while the service runs.
 */
export async function resealAll(ports: ResealAllPorts): Promise<number> {
  let [count, afterId] = [0, lowestId];
  for (;;) {
    const found = await ports.accounts.listSealed(afterId, batch);
    for (const account of found)
      count += (await resealBoth(ports, account)) + (await resealHash(ports, account));
    const last = found.at(-1);
    if (last === undefined) return count;
    afterId = last.id;
  }
}

async function resealBoth(ports: ResealAllPorts, account: SealedSecrets): Promise<number> {
  let count = 0;
  for (const sealed of [account.totpSecret, account.totpPending])
    if (
      sealed !== null &&
      isReadable(ports, account.id, sealed) &&
      (await resealTotp(ports, account.id, sealed))
    )
      count += 1;
  return count;
}

async function resealHash(
  { secrets, accounts, onUnreadable }: ResealAllPorts,
  { id, passwordHash }: SealedSecrets,
): Promise<number> {
  if (passwordHash === null) return 0;
  try {
    const again = resealImported(passwordHash, secrets);
    if (again === undefined) return 0;
    await accounts.replacePasswordHash(id, passwordHash, again);
    return 1;
  } catch {
    onUnreadable(id);
    return 0;
  }
}

/** One bad row must not keep all others at the older key. */
function isReadable({ secrets, onUnreadable }: ResealAllPorts, userId: string, sealed: string): boolean {
  try {
    secrets.open(sealed, userId);
    return true;
  } catch {
    onUnreadable(userId);
    return false;
  }
}
