export { createGate, type Gate } from './gate.ts';
export { deriveKey, hashSecret, isSameHash, isSameSecret } from './hash.ts';
export { assertKeyList, parseKeyList, type NamedKey } from './key-list.ts';
export { nonceBytes, open, seal, tagBytes } from './seal.ts';
export { isServiceKey, parseServiceCallers, type ServiceCaller } from './service-callers.ts';
