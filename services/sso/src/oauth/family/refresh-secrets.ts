import { createHmac } from 'node:crypto';
import { isSameSecret } from '@latchkey/secrets';

/** A refresh token and its binding_link. */
export interface RefreshSecrets {
  readonly token: string;
  readonly link: string;
}

/** What a refresh token says of itself. */
export interface NamedToken {
  readonly familyId: string;
  /** How many rotations of the family were before it. */
  readonly generation: number;
  /** Whether a family with this key made it, now or formerly. */
  isOf(tokenKey: Uint8Array): boolean;
}

const prefix = 'rt_';
const version = 1;
const randomSize = 32;
/** Version, family, generation, random bytes; the MAC follows them. */
const bodyBytes = 1 + 16 + 4 + randomSize;
const tokenBytes = bodyBytes + 32;

/** Secrets of 256 random bits each; the token also has a MAC under the key of its family. */
export function createRefreshSecrets(
  { id, tokenKey }: { readonly id: string; readonly tokenKey: Uint8Array },
  generation: number,
  randomBytes: (size: number) => Buffer,
): RefreshSecrets {
  const place = Buffer.alloc(4);
  place.writeUInt32BE(generation);
  const family = Buffer.from(id.replaceAll('-', ''), 'hex');
  const body = Buffer.concat([Buffer.of(version), family, place, randomBytes(randomSize)]);
  const token = prefix + Buffer.concat([body, macOf(body, tokenKey)]).toString('base64url');
  return { token, link: randomBytes(32).toString('base64url') };
}

/** Undefined for a text that no family can have made. */
export function readRefreshToken(token: string): NamedToken | undefined {
  const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
  // Decoding is lenient: only the one spelling of a token is read.
  if (bytes.length !== tokenBytes || prefix + bytes.toString('base64url') !== token) return undefined;
  if (bytes[0] !== version) return undefined;
  const [body, mac] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)];
  return {
    familyId: bytes.toString('hex', 1, 17).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    generation: bytes.readUInt32BE(17),
    isOf: (tokenKey) => isSameSecret(mac, macOf(body, tokenKey)),
  };
}

function macOf(body: Uint8Array, tokenKey: Uint8Array): Buffer {
  return createHmac('sha256', tokenKey).update('latchkey refresh token').update(body).digest();
}
