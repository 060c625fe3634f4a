/** How key material is derived from the key: `random`, the service made the key; `argon2id`, the caller chose it. */
export type KeyDerivation = 'random' | 'argon2id';

/** What shows whether a key is right. It opens nothing. */
export interface Lock {
  readonly kdf: KeyDerivation;
  /** Name of the pepper that was used; null for none. */
  readonly pepperKid: string | null;
  readonly salt: Uint8Array;
  /** SHA-256 of the verifier. */
  readonly verifier: Uint8Array;
}

export interface Ciphertext {
  readonly nonce: Uint8Array;
  /** AES-256-GCM, tag at the end. */
  readonly ciphertext: Uint8Array;
}

/** What is stored of a payload. Without the key nobody can open it; a guess of a passphrase costs one argon2id. */
export type Sealed = Lock & Ciphertext;

export interface SealIdentity {
  readonly id: string;
  readonly owner: string;
  readonly anonymous: boolean;
  readonly payloadFormat: string | null;
  readonly contentType: string | null;
  readonly kind: string | null;
}

const version = 1;

/**
 * The additional data of the cipher: whoever writes to the database can neither move a ciphertext to another row nor
 * turn a private drop anonymous. Source: contract part 3 "Secrecy".
 */
export function additionalData(identity: SealIdentity): Buffer {
  const { id, owner, anonymous, payloadFormat, contentType, kind } = identity;
  return Buffer.from(JSON.stringify([version, id, owner, anonymous, payloadFormat, contentType, kind]));
}
