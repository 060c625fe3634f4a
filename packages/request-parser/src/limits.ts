import { ApiError } from '@latchkey/contracts/errors';
import { faults, wordFault } from './faults.ts';
import { assertText } from './text.ts';

/** Query, form and JSON leaves together. Source, as for every number here: contract part 0 "Parsed request" 7. */
export const maxParameters = 256;
export const defaultMaxDepth = 8;

const maxKeyBytes = 128;
const maxAuthBytes = 512;
const maxBytesByName = new Map([
  ...['auth.token', 'token', 'auth.dpop', 'dpop'].map((name) => [name, 8192] as const),
  // The bare forms of auth.htu and auth.fingerprint. Source: contract part 2 "Settled details".
  ...['htu', 'fingerprint'].map((name) => [name, maxAuthBytes] as const),
  ...['auth.pass', 'password', 'new_password'].map((name) => [name, 1024] as const),
]);

/** One part that begins with a letter, as nearly all keys: it is short enough, text, and touches no prototype. */
const plainKey = /^[A-Za-z]\w{0,127}$/;

/** Throws too_large for a long key, malformed_body for one that is no text or that touches prototypes. */
export function assertKey(key: string): void {
  if (plainKey.test(key)) return;
  if (Buffer.byteLength(key) > maxKeyBytes) throw new ApiError(faults.keyTooLong);
  assertText(key, false);
  const parts = key.split(/[.[\]]+/);
  const isReserved = parts.some(
    (part, at) => part === '__proto__' || (part === 'prototype' && parts[at - 1] === 'constructor'),
  );
  if (isReserved) throw new ApiError(faults.reservedKey);
}

/** Throws invalid_type when a credential is longer than it may be, in bytes of UTF-8. */
export function assertLength(name: string, value: string): void {
  const maxBytes = maxBytesByName.get(name) ?? (name.startsWith('auth.') ? maxAuthBytes : undefined);
  if (maxBytes !== undefined && Buffer.byteLength(value) > maxBytes) {
    const words = `is longer than ${maxBytes.toLocaleString('en')} bytes`;
    throw new ApiError(wordFault(faults.valueTooLong, name, words), { field: name });
  }
}

/**
 * `auth.*` and `token` are strings, `auth` and `deadDrop` were objects. Throws invalid_type.
 * Source: contract part 0 "Parsed request" 5.
 */
export function assertLeaf(name: string, value: unknown): void {
  const isString = typeof value === 'string';
  const mustBeString = name === 'token' || name.startsWith('auth.');
  if (name === 'auth' || name === 'deadDrop' || (mustBeString && !isString)) {
    const words = mustBeString ? 'must be a string' : 'must be an object';
    throw new ApiError(wordFault(faults.invalidType, name, words), { field: name });
  }
  if (isString) assertLength(name, value);
}
