import type { TextSealer } from '../../signing-in/totp/text-sealer.ts';
import { sealOwnerOf, type SubscriptionStore } from './subscription.ts';

interface ResealPorts {
  readonly secrets: TextSealer;
  readonly subscriptions: Pick<SubscriptionStore, 'list' | 'reseal'>;
  /** Gets each subscription with a secret that no key of the list opens; the secret stays as it is. */
  onUnreadable(id: string): void;
}

/** Seals the secrets of signals again that an older key has sealed; answers how many. As resealAll does for accounts. */
export async function resealSignals({ secrets, subscriptions, onUnreadable }: ResealPorts): Promise<number> {
  let count = 0;
  for (const { id, secret, oldSecret } of await subscriptions.list())
    for (const sealed of [secret, oldSecret]) {
      if (sealed === null) continue;
      const again = sealAgain(secrets, sealed, sealOwnerOf(id));
      if (again === undefined) onUnreadable(id);
      else if (!secrets.isNewest(sealed) && (await subscriptions.reseal(id, sealed, again))) count += 1;
    }
  return count;
}

function sealAgain(secrets: TextSealer, sealed: string, owner: string): string | undefined {
  try {
    return secrets.seal(secrets.open(sealed, owner), owner);
  } catch {
    return undefined;
  }
}
