/** What a ciphertext is bound to. */
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
