import { isSameSecret } from '@latchkey/secrets';
import type { AttemptPlace, Attempts } from '../attempts/attempts.ts';
import type { DropStore } from '../drop/drop-store.ts';
import type { Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';
import { deriveSecrets, type DropSecrets } from '../secrecy/derive-secrets.ts';
import { assertKey, readDropKey } from '../secrecy/drop-key.ts';
import type { Sealed } from '../secrecy/sealed.ts';
import { findPepper, type Vault } from '../secrecy/vault.ts';
import { refuseTake, type Taker } from './refuse-take.ts';

export interface UnlockParts {
  readonly drops: Pick<DropStore, 'recordDenial'>;
  readonly vault: Vault;
  readonly attempts: Attempts;
}

/** A drop, its secrets, and the key that somebody says is its own. */
export interface UnlockTry {
  readonly drop: Drop;
  readonly sealed: Sealed;
  readonly key: string;
  readonly taker: Taker;
}

type Judge = (keyMaterial: Uint8Array) => DropSecrets | undefined;

/**
 * The secrets of a drop, for its key alone. Throws Invalid (400) for what can be no key, attempts_limited (429),
 * invalid_key (403); 503 when the drop's pepper is missing here or too many passphrases wait. Source: contract part 3 "Secrecy".
 */
export async function unlockDrop(parts: UnlockParts, given: UnlockTry): Promise<DropSecrets> {
  const { drop, sealed } = given;
  assertKey(given.key);
  const pepper = findPepper(parts.vault, sealed);
  const judge: Judge = (keyMaterial) => {
    const secrets = deriveSecrets({ keyMaterial, pepper, salt: sealed.salt, id: drop.id });
    return isSameSecret(secrets.verifier, sealed.verifier) ? secrets : undefined;
  };
  const place = { dropId: drop.id, network: given.taker.network };
  const unlock = sealed.kdf === 'random' ? unlockWithDropKey : unlockWithPassphrase;
  return unlock(parts, given, place, judge);
}

/** Nobody can guess such a key, so only wrong ones meet the limits, and a right one always opens. */
async function unlockWithDropKey(
  parts: UnlockParts,
  given: UnlockTry,
  place: AttemptPlace,
  judge: Judge,
): Promise<DropSecrets> {
  const keyMaterial = readDropKey(given.key);
  const secrets = keyMaterial && judge(keyMaterial);
  if (secrets) {
    await parts.attempts.clear(place, false);
    return secrets;
  }
  const waitMs = await parts.attempts.take(place);
  if (waitMs > 0) return refuseForNow(parts, given, waitMs);
  return refuseKey(parts, given, place);
}

/** A guess takes its slot before it costs anything, and gets it back when it was right. */
async function unlockWithPassphrase(
  parts: UnlockParts,
  given: UnlockTry,
  place: AttemptPlace,
  judge: Judge,
): Promise<DropSecrets> {
  const { attempts, vault } = parts;
  // Who is shut out does not get to stand in the queue.
  const closedMs = await attempts.waitMs(place);
  if (closedMs > 0) return refuseForNow(parts, given, closedMs);
  return vault.kdf(async (derive) => {
    const waitMs = await attempts.take(place);
    if (waitMs > 0) return refuseForNow(parts, given, waitMs);
    const keyMaterial = await derive(given.key, given.sealed.salt).catch(async (error: unknown) => {
      await attempts.giveBack(place);
      throw error;
    });
    const secrets = judge(keyMaterial);
    if (secrets === undefined) return refuseKey(parts, given, place);
    await attempts.clear(place, true);
    return secrets;
  });
}

async function refuseKey(parts: UnlockParts, given: UnlockTry, place: AttemptPlace): Promise<never> {
  await parts.attempts.confirmWrong(place);
  return refuseTake(parts, given.drop, given.taker, errors.keyWrong, { field: 'key' });
}

function refuseForNow(parts: UnlockParts, { drop, taker }: UnlockTry, waitMs: number): Promise<never> {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return refuseTake(parts, drop, taker, errors.attemptsLimited, { retryAfterSeconds });
}
