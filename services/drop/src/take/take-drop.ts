import { ApiError } from '@latchkey/contracts';
import type { DropStore } from '../drop/drop-store.ts';
import type { Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';
import { unpackContents, type PayloadFormat } from '../payload/contents.ts';
import { presentContents, type PresentedContents } from '../payload/present-contents.ts';
import type { Ciphertext } from '../secrecy/sealed.ts';
import { openSealed } from '../secrecy/vault.ts';
import { explainInactive, refuseTake } from './refuse-take.ts';
import { unlockDrop, type UnlockPorts, type UnlockTry } from './unlock.ts';

export interface TakePorts extends UnlockPorts {
  readonly drops: Pick<DropStore, 'record' | 'readCiphertext' | 'consume' | 'find'>;
}

export interface TakeTry extends UnlockTry {
  /** What was found with the lock; null is read. */
  readonly sealed: Ciphertext | null;
  /** Format of the payload: undefined for json, and for base64 where it was stored so. */
  readonly wanted: PayloadFormat | undefined;
}

export interface TakenDrop {
  readonly drop: Drop;
  readonly contents: PresentedContents;
}

/**
 * Opens a drop without consuming it. Throws as {@link unlockDrop}, and Invalid when the format is impossible. A long
 * ciphertext is read last, when everything else has been judged. Source: contract part 3 "Secrecy".
 */
export function readDrop(ports: TakePorts, given: TakeTry): Promise<TakenDrop> {
  // Somebody may end the drop while a passphrase waits for its turn.
  return openDrop(ports, given.lock.kdf === 'random' ? given : { ...given, sealed: null });
}

async function openDrop(ports: TakePorts, given: TakeTry): Promise<TakenDrop> {
  const { drop, lock, wanted } = given;
  const secrets = await unlockDrop(ports, given);
  const sealed = given.sealed ?? (await ports.drops.readCiphertext(drop.id, lock));
  if (sealed === undefined) return refuseLoser(ports, given);
  const plain = openSealed(sealed, secrets, drop);
  if (plain === undefined) {
    const detail = 'the row of this drop was changed outside the service';
    return refuseTake(ports, drop, given.taker, errors.keyWrong, { field: 'key', detail });
  }
  const format = drop.payloadFormat ?? 'json';
  const usual = format === 'base64' ? format : 'json';
  return { drop, contents: presentContents(unpackContents(plain, format), wanted ?? usual) };
}

/**
 * Opens a drop and consumes it: reads, checks, verifies, decrypts, converts, and only then does the one write that
 * decides who won. The loser of a race gets the answer that a later caller would get.
 * Source: contract part 3 "Secrecy".
 */
export async function consumeDrop(ports: TakePorts, given: TakeTry): Promise<TakenDrop> {
  const { drop, lock, taker } = given;
  const { contents } = await openDrop(ports, given);
  // Nobody would get the payload.
  if (await taker.isGone()) throw new ApiError(errors.callerGone);
  const consumed = await ports.drops.consume(drop.id, lock, taker.actor);
  return consumed === undefined ? refuseLoser(ports, given) : { drop: consumed, contents };
}

/**
 * Answers as the state of the drop is now. The id may belong to another owner's drop by then: nothing about that drop
 * is answered or recorded. Source: contract part 3 "Messages".
 */
async function refuseLoser(ports: TakePorts, { drop, taker }: TakeTry): Promise<never> {
  const now = await ports.drops.find(drop.id, drop.owner);
  if (now === undefined) throw new ApiError(errors.notFound, { field: 'id' });
  return refuseTake(ports, now, taker, explainInactive(now) ?? errors.keyWrong);
}
