import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Passkey } from '../../src/accounts/passkey.ts';

const origin = 'https://sso.example.test';
const hash = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** What an authenticator says otherwise than a good one. */
interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly handle?: string;
  /** In place of the one that it counts to. */
  readonly counter?: number;
}

interface Kind {
  readonly isSynced?: boolean;
  readonly counts?: boolean;
}

/** An authenticator with one passkey of ES256, as CTAP and Web Authentication have them. */
export function createAuthenticator({ isSynced = false, counts = true }: Kind = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let count = 0;
  let userHandle = '';

  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

  function authData(
    { rpId = 'sso.example.test', isPresent = true, isVerified = true, counter }: Lies,
    more = 0,
  ) {
    if (counts) count += 1;
    const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (isSynced ? 8 : 0) | more;
    const bytes = Buffer.alloc(37);
    hash(rpId).copy(bytes);
    bytes.writeUInt8(flags, 32);
    bytes.writeUInt32BE(counter ?? count, 33);
    return bytes;
  }
  const clientData = (challenge: string, type: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge,
        origin: lies.origin ?? origin,
        ...(lies.crossOrigin === undefined ? {} : { crossOrigin: lies.crossOrigin }),
      }),
    );
  const answer = (response: Record<string, string>) =>
    JSON.stringify({ id: text(id), rawId: text(id), type: 'public-key', response });

  return {
    id: text(id),
    /** Makes the passkey, and answers as a browser does. */
    create(challenge: string, handle: string, lies: Lies = {}): string {
      userHandle = handle;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([authData(lies, 64), Buffer.alloc(16), length, id, cose]);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      const client = clientData(challenge, 'webauthn.create', lies);
      return answer({ clientDataJSON: text(client), attestationObject: text(attestation) });
    },
    /** Signs a challenge, and answers as a browser does. */
    get(challenge: string, lies: Lies = {}): string {
      const data = authData(lies);
      const client = clientData(challenge, 'webauthn.get', lies);
      const signature = sign('sha256', Buffer.concat([data, hash(client)]), privateKey);
      return answer({
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
        userHandle: lies.handle ?? userHandle,
      });
    },
    /** The record of its passkey, for an account with this user handle. */
    record(userId: string, handle: string, changes: Partial<Passkey> = {}): Passkey {
      userHandle = handle;
      return {
        id: crypto.randomUUID(),
        userId,
        credentialId: text(id),
        publicKey: text(cose),
        counter: 0,
        rpId: 'sso.example.test',
        name: 'My key',
        isSynced,
        createdAt: new Date(Date.UTC(2026, 11, 1, 10)),
        lastUsedAt: null,
        ...changes,
      };
    },
  };
}
