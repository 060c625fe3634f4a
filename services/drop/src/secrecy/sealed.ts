/** How the key became key material: `random`, the server made it; `argon2id`, the caller chose it. */
export type KeyDerivation = 'random' | 'argon2id';

/** What is stored of a payload. Nobody who holds all of it, and not the key, can open it or check a key's guess. */
export interface Sealed {
  readonly kdf: KeyDerivation;
  /** Name of the pepper that went in; null for none. */
  readonly pepperKid: string | null;
  readonly salt: Uint8Array;
  readonly nonce: Uint8Array;
  /** SHA-256 of the verifier. */
  readonly verifier: Uint8Array;
  /** AES-256-GCM, tag at the end. */
  readonly ciphertext: Uint8Array;
}
