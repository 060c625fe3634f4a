/**
 * What the services do with secrets, on `node:crypto`: seal and open with AES-256-GCM, lists of named keys, keys derived
 * by purpose (HKDF), hashes that are stored in place of tokens, comparisons in constant time, codes as people type them,
 * the keys that services show to each other, and a gate that runs costly work a few at a time. The package is pure, so the domain may import it. The
 * sentences of its errors never repeat a key.
 */
export { createGate, type Gate, type Place, type Schedule } from './gate.ts';
export { createShares, type Share, type Shares } from './shares.ts';
export { deriveKey, hashSecret, isSameHash, isSameSecret } from './hash.ts';
export { assertKeyList, parseKeyList, type NamedKey } from './key-list.ts';
export { readTyped } from './read-typed.ts';
export { nonceBytes, open, seal } from './seal.ts';
export { isServiceKey, parseServiceCallers, type ServiceCaller } from './service-callers.ts';
