import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createTestKeys } from './test-keys.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A compact JWS with the header, the claims and the signature that a test gives it. */
export function forgeJws(header: object, claims: object, makeSignature: (text: string) => Buffer): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${makeSignature(text).toString('base64url')}`;
}

function signRsa(digest: 'sha256' | 'sha512', key: KeyObject): (text: string) => Buffer {
  return (text) => sign(digest, Buffer.from(text), key);
}

/** The signature of a DPoP proof. */
export function signEs256(key: KeyObject): (text: string) => Buffer {
  return (text) => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
}

/** The claims of a good access token. The attacks change them. */
type Claims = Readonly<Record<string, unknown>> & { readonly iat: number };

/** A token that no service may accept as an access token. */
interface TokenAttack {
  readonly name: string;
  forge(claims: Claims): string;
}

let stranger: KeyObject | undefined;

/** A key that no service trusts, made at first use: to make one costs more than hundreds of requests. */
function strangersKey(): KeyObject {
  stranger ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  return stranger;
}

/** Signs claims as an access token of {@link createTestKeys}, with changes to its header. */
export function forgeToken(claims: object, header: object = {}, key = createTestKeys().privateKey): string {
  const usual = { alg: 'RS512', typ: 'at+jwt', kid: createTestKeys().kid };
  return forgeJws({ ...usual, ...header }, claims, signRsa('sha512', key));
}

/** Sources: RFC 8725 2, RFC 9068 5, contract part 0 "Access tokens". */
export function listTokenAttacks(): readonly TokenAttack[] {
  const { kid, privateKey, publicKey } = createTestKeys();
  const pem = publicKey.export({ format: 'pem', type: 'spki' });
  const header = { typ: 'at+jwt', kid };
  const without =
    (name: string) =>
    ({ [name]: _left, ...claims }: Claims) =>
      forgeToken(claims);
  const but = (changes: object) => (claims: Claims) => forgeToken({ ...claims, ...changes });
  const headed = (changes: object) => (claims: Claims) => forgeToken(claims, changes);
  const attacks: Record<string, (claims: Claims) => string> = {
    'alg none': (claims) => forgeJws({ ...header, alg: 'none' }, claims, () => Buffer.alloc(0)),
    'alg None, with a signature': headed({ alg: 'None' }),
    'HS512 with the public key': (claims) =>
      forgeJws({ ...header, alg: 'HS512' }, claims, (text) =>
        createHmac('sha512', pem).update(text).digest(),
      ),
    RS256: (claims) => forgeJws({ ...header, alg: 'RS256' }, claims, signRsa('sha256', privateKey)),
    'no exp': without('exp'),
    'no iss': without('iss'),
    'no aud': without('aud'),
    'an exp of the past': (claims) => forgeToken({ ...claims, exp: claims.iat - 60 }),
    'an nbf of the future': (claims) => forgeToken({ ...claims, nbf: claims.iat + 60 }),
    'another issuer': but({ iss: 'https://evil.example.test' }),
    'another audience': but({ aud: 'https://other.example.test' }),
    'no typ': headed({ typ: undefined }),
    'an id_token': (claims) => forgeToken({ ...claims, aud: 'demo-cli', nonce: 'n' }, { typ: 'JWT' }),
    'typ JWT and all else right': headed({ typ: 'JWT' }),
    'a relay': (claims) =>
      forgeToken({ ...claims, aud: 'user-api', purpose: 'user_login' }, { typ: 'relay+jwt' }),
    'typ relay+jwt and all else right': headed({ typ: 'relay+jwt' }),
    'an unknown kid': headed({ kid: 'unknown' }),
    'no kid': headed({ kid: undefined }),
    'a jwk in the header': headed({ jwk: publicKey.export({ format: 'jwk' }) }),
    'a jku in the header': headed({ jku: 'https://evil.example.test/jwks' }),
    'an x5u in the header': headed({ x5u: 'https://evil.example.test/x5u' }),
    'a signature of another key': (claims) => forgeToken(claims, {}, strangersKey()),
    'other claims under a good signature': (claims) => {
      const [head, , signature] = forgeToken(claims).split('.');
      return `${head}.${Buffer.from(JSON.stringify({ ...claims, pk: 'root' })).toString('base64url')}.${signature}`;
    },
  };
  return Object.entries(attacks).map(([name, forge]) => ({ name, forge }));
}
