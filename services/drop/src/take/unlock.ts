import type { Attempts, Budget } from '@latchkey/attempts';
import { shareOf } from '@latchkey/request-parser';
import { isSameSecret } from '@latchkey/secrets';
import type { Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';
import { deriveSecrets, type DropSecrets } from '../secrecy/derive-secrets.ts';
import { assertKey, readDropKey } from '../secrecy/drop-key.ts';
import type { Lock } from '../secrecy/sealed.ts';
import { findPepper, type Vault } from '../secrecy/vault.ts';
import { refuseTake, type RefusalPorts, type Taker } from './refuse-take.ts';

export interface UnlockPorts extends RefusalPorts {
  readonly vault: Vault;
  readonly attempts: Attempts;
}

export interface UnlockTry {
  readonly drop: Drop;
  readonly lock: Lock;
  readonly key: string;
  readonly taker: Taker;
}

type Judge = (keyMaterial: Uint8Array) => DropSecrets | undefined;

/**
 * Derives the secrets of a drop from its key. Throws Invalid (400) for a key that no drop can have, attempts_limited
 * (429) and invalid_key (403), and 503 when the drop's pepper is missing here or too many passphrases wait. Source:
 * contract part 3 "Secrecy".
 */
export async function unlockDrop(ports: UnlockPorts, given: UnlockTry): Promise<DropSecrets> {
  const { drop, lock } = given;
  assertKey(given.key);
  const pepper = findPepper(ports.vault, lock);
  const judge: Judge = (keyMaterial) => {
    const secrets = deriveSecrets({ keyMaterial, pepper, salt: lock.salt, id: drop.id });
    return isSameSecret(secrets.verifier, lock.verifier) ? secrets : undefined;
  };
  const guess = createKeyGuess(drop.id, given.taker.network, ports.newId());
  const unlock = lock.kdf === 'random' ? unlockWithDropKey : unlockWithPassphrase;
  return unlock(ports, given, guess, judge);
}

/** Nobody can guess a key that the service made, so only wrong keys meet the limits, and the right one always opens. */
async function unlockWithDropKey(
  ports: UnlockPorts,
  given: UnlockTry,
  guess: KeyGuess,
  judge: Judge,
): Promise<DropSecrets> {
  const keyMaterial = readDropKey(given.key);
  const secrets = keyMaterial && judge(keyMaterial);
  if (secrets) return secrets;
  const waitMs = await ports.attempts.hold(guess.both, guess.slot);
  if (waitMs > 0) return refuseForNow(ports, given, waitMs);
  return refuseKey(ports, given, guess);
}

/** A guess holds its slot before it costs a derivation, and releases it when it was right. */
async function unlockWithPassphrase(
  ports: UnlockPorts,
  given: UnlockTry,
  guess: KeyGuess,
  judge: Judge,
): Promise<DropSecrets> {
  const { attempts, vault } = ports;
  // A caller who must wait anyway takes no place in the queue.
  const closedMs = await attempts.waitMs(guess.both);
  if (closedMs > 0) return refuseForNow(ports, given, closedMs);
  return vault.kdf(async (derive) => {
    const waitMs = await attempts.hold(guess.both, guess.slot);
    if (waitMs > 0) return refuseForNow(ports, given, waitMs);
    const keyMaterial = await derive(given.key, given.lock.salt).catch(async (error: unknown) => {
      await attempts.release(guess.both, guess.slot);
      throw error;
    });
    const secrets = judge(keyMaterial);
    if (secrets === undefined) return refuseKey(ports, given, guess);
    const hasFailed = await attempts.release(guess.both, guess.slot);
    if (hasFailed) await attempts.clear([guess.network]);
    return secrets;
  });
}

async function refuseKey(ports: UnlockPorts, given: UnlockTry, guess: KeyGuess): Promise<never> {
  await ports.attempts.keep(guess.both, guess.slot);
  return refuseTake(ports, given.drop, given.taker, errors.keyWrong, { field: 'key', detail: 'wrong key' });
}

function refuseForNow(ports: UnlockPorts, { drop, taker }: UnlockTry, waitMs: number): Promise<never> {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return refuseTake(ports, drop, taker, errors.attemptsLimited, { retryAfterSeconds });
}

const minuteMs = 60_000;

/** Wrong keys that one network may try on a drop. Source, also of the limit per drop: contract part 3 "Secrecy". */
const perNetwork: Budget = {
  limit: 5,
  windowMs: 10 * minuteMs,
  // Guesses that are still being judged are done in moments.
  heldWaitMs: 1_000,
  penalty: { closedMs: 30 * minuteMs },
};

/** Wrong keys that all networks together may try on a drop. */
const perDrop: Budget = { limit: 20, windowMs: 10 * minuteMs };

type KeyGuess = ReturnType<typeof createKeyGuess>;

/** The counters of a guess, which `slot` names. `network` as `networkOf` names it. */
function createKeyGuess(dropId: string, network: string, slot: string) {
  const drop = { key: `{${dropId}}`, budget: perDrop };
  const budget = { ...perNetwork, limit: perNetwork.limit * shareOf(network) };
  const ofNetwork = { key: `{${dropId}}:${network}`, budget };
  return { slot, network: ofNetwork, both: [ofNetwork, drop] };
}
