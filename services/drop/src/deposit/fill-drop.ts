import { ApiError } from '@latchkey/contracts';
import type { DropStore, OwnerQuota } from '../drop/drop-store.ts';
import type { Drop } from '../drop/drop.ts';
import { errors } from '../errors.ts';
import { packContents, type Contents } from '../payload/contents.ts';
import { sealUnder } from '../secrecy/vault.ts';
import { explainUnreserved, refuseTake } from '../take/refuse-take.ts';
import { unlockDrop, type UnlockPorts, type UnlockTry } from '../take/unlock.ts';
import { assertRoom, assertSize } from './deposit.ts';
import { quotaFor } from './owner-quota.ts';

interface FillPorts extends UnlockPorts {
  readonly drops: Pick<DropStore, 'record' | 'activate' | 'find'>;
  readonly quota: OwnerQuota;
}

interface FillTry extends UnlockTry {
  readonly contents: Contents;
  readonly contentType: string | null;
}

/**
 * Activates a reserved drop for its owner, as whoever has the key of its lock. Throws as unlockDrop does, and what activate
 * does. Of many who fill it in at once one does; the others are answered what the drop is by then.
 * Source: contract part 3 "Asking for a secret".
 */
export async function fillDrop(ports: FillPorts, given: FillTry): Promise<Drop> {
  const { drop, lock, taker, contents, contentType } = given;
  assertSize(contents);
  const secrets = await unlockDrop(ports, given);
  // Who has gone would not learn that it is there, and try again.
  if (await taker.isGone()) throw new ApiError(errors.callerGone);
  const { id, owner, anonymous, kind, metadata, notify } = drop;
  const identity = { id, owner, anonymous, kind, payloadFormat: contents.format, contentType };
  const ciphertext = sealUnder(ports.vault, packContents(contents), identity, secrets);
  const activation = {
    ...identity,
    metadata,
    notify,
    term: null,
    size: contents.payload.length,
    sealed: { ...lock, ...ciphertext },
    quota: quotaFor(owner, ports.quota),
    event: 'filled',
  } as const;
  const filled = assertRoom(await ports.drops.activate(activation, taker.actor));
  if (filled !== undefined) return filled;
  const now = await ports.drops.find(id, owner);
  if (now === undefined) throw new ApiError(errors.notFound, { field: 'id' });
  return refuseTake(ports, now, taker, explainUnreserved(now) ?? errors.notReserved);
}
