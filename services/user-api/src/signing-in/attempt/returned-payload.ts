import { deriveKey, hashSecret, open, seal } from '@latchkey/secrets';

/** Payloads that the same request may come with again, sealed, by the hash of their handle. */
export interface ReturnedPayloads {
  keep(name: string, sealed: string, ttlSeconds: number): Promise<void>;
  /** Takes and removes it in one act: of many callers one gets it. */
  take(name: string): Promise<string | undefined>;
}

/** The request that a returned payload may be used for again. */
export interface RequestFacts {
  readonly path: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A payload, and when its request came to a verdict, in milliseconds since the epoch; undefined without one. */
export interface KeptPayload {
  readonly jws: string;
  readonly settledAtMs: number | undefined;
}

interface ReturnPorts {
  readonly returnedPayloads: ReturnedPayloads;
  randomBytes(size: number): Uint8Array;
}

/**
 * Keeps a payload under the hash of its handle, sealed with a key that only the handle yields, so that somebody who can
 * read the store can use nothing in it. Source: contract part 2 "Order".
 */
export async function keepReturned(
  { returnedPayloads, randomBytes }: ReturnPorts,
  { handle, jws, settledAtMs, ttlSeconds }: KeptPayload & { handle: string; ttlSeconds: number },
  request: RequestFacts,
): Promise<void> {
  const sealed = seal(`${settledAtMs ?? ''} ${jws}`, {
    ...lockOf(handle, request),
    randomBytes,
  });
  await returnedPayloads.keep(hashSecret(handle), sealed.toString('base64url'), ttlSeconds);
}

/** The payload of a handle, for the very request that it was returned by. Another request spends it and gets nothing. */
export async function takeReturned(
  { returnedPayloads }: Pick<ReturnPorts, 'returnedPayloads'>,
  handle: string,
  request: RequestFacts,
): Promise<KeptPayload | undefined> {
  const sealed = await returnedPayloads.take(hashSecret(handle));
  if (sealed === undefined) return undefined;
  const opened = open(Buffer.from(sealed, 'base64url'), lockOf(handle, request))?.toString('utf8');
  if (opened === undefined) return undefined;
  const [time = '', jws = ''] = opened.split(' ');
  return { jws, settledAtMs: time === '' ? undefined : Number(time) };
}

/** The fields that a caller makes again for each request. */
const freshFields = new Set(['auth.code', 'auth.dpop', 'dpop']);

function lockOf(handle: string, { path, fields }: RequestFacts) {
  const bound = Object.entries(fields).filter(([name]) => !freshFields.has(name));
  const sorted = bound.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return {
    key: deriveKey(handle, { purpose: 'returned payload' }),
    additionalData: JSON.stringify([path, sorted]),
  };
}
