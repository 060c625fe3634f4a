import { createHmac } from 'node:crypto';
import { deriveKey, isSameSecret } from '@latchkey/secrets/hash';

/** The nonces that a service gives to callers whose clock is off. Source: RFC 9449 8. */
export interface DpopNonces {
  create(): string;
  /** For how long it is still good; undefined when it has ended, or when no replica of this service has made it. */
  secondsLeft(nonce: unknown): number | undefined;
}

const lifeSeconds = 300;
/** A nonce may come from a replica whose clock is this much ahead. */
const farthestAheadSeconds = 5;
const timeBytes = 6;
const macBytes = 16;
const nonceForm = /^[\w-]{30}$/;

/**
 * A nonce is the time in seconds and an HMAC of it, so that replicas that share the keys know each other's. `keys` are
 * secrets of high entropy, the newest first; the newest signs. Source: contract part 0 "DPoP proofs".
 */
export function createDpopNonces({
  keys,
  now,
}: {
  readonly keys: readonly (string | Uint8Array)[];
  readonly now: () => number;
}): DpopNonces {
  const derived = keys.map((key) => deriveKey(key, { purpose: 'latchkey dpop nonce' }));
  const [newest] = derived;
  if (newest === undefined) throw new Error('DPoP nonces need a key');
  return {
    create() {
      const time = Buffer.alloc(timeBytes);
      time.writeUIntBE(Math.floor(now() / 1000), 0, timeBytes);
      return Buffer.concat([time, sign(newest, time)]).toString('base64url');
    },
    secondsLeft(nonce) {
      if (typeof nonce !== 'string' || !nonceForm.test(nonce)) return undefined;
      const bytes = Buffer.from(nonce, 'base64url');
      const time = bytes.subarray(0, timeBytes);
      const mac = bytes.subarray(timeBytes);
      if (!derived.some((key) => isSameSecret(sign(key, time), mac))) return undefined;
      const left = time.readUIntBE(0, timeBytes) + lifeSeconds - now() / 1000;
      return left >= 0 && left <= lifeSeconds + farthestAheadSeconds ? left : undefined;
    },
  };
}

function sign(key: Uint8Array, time: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(time).digest().subarray(0, macBytes);
}
