import { rpIdOf } from '@latchkey/contracts';
import type { Passkey } from '../accounts/passkey.ts';

/** A passkey as its person sees it: without its key. `ssoUrl` says whether it can be used. */
export function passkeyAnswer(ssoUrl: string) {
  const rpId = rpIdOf(ssoUrl);
  return ({ id, name, isSynced, rpId: own, createdAt, lastUsedAt }: Passkey) => ({
    id,
    name,
    synced: isSynced,
    usable: own === rpId,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  });
}
