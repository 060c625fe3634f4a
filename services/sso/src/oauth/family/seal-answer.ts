import { deriveKey, open, seal, type NamedKey } from '@latchkey/secrets';
import { signJwtAgain, type SigningKeys } from '@latchkey/tokens';
import type { TokenPackage } from '../token/token-package.ts';

/** The request that an answer is given to; it is given again to no other one. */
interface AnsweredRequest {
  readonly token: string;
  /** Empty where none was sent. */
  readonly link: string;
  readonly familyId: string;
  /** Of the presented token. */
  readonly generation: number;
}

/** Keeps the answer of a rotation for a repetition of its request. Source: contract part 1 "Token package". */
export interface AnswerSealer {
  /** Keeps what is signed, and no signature. */
  seal(request: AnsweredRequest, answer: TokenPackage): Uint8Array;
  /** The same answer; undefined when it was sealed for another request, or its bytes were changed. */
  open(request: AnsweredRequest, sealed: Uint8Array): Promise<TokenPackage | undefined>;
}

interface SealerOptions {
  /** The newest seals, every one opens. */
  readonly stateKeys: readonly NamedKey[];
  readonly signingKeys: Pick<SigningKeys, 'activeKey' | 'findSigningKey'>;
  readonly randomBytes: (size: number) => Uint8Array;
}

/**
 * Seals under a key from a state key and from the secrets that were presented, so that neither the database nor the
 * environment shows an answer, and both of them only with those secrets.
 */
export function createAnswerSealer({ stateKeys, signingKeys, randomBytes }: SealerOptions): AnswerSealer {
  const [newest] = stateKeys;
  if (newest === undefined) throw new Error('sealed answers need a key');
  return {
    seal(request, answer) {
      const { access_token, id_token } = answer;
      const unsigned = {
        ...answer,
        access_token: withoutSignature(access_token),
        ...(id_token === undefined ? {} : { id_token: withoutSignature(id_token) }),
      };
      return seal(JSON.stringify(unsigned), { ...lockOf(newest, request), randomBytes });
    },
    async open(request, sealed) {
      const [opened] = stateKeys.flatMap((key) => open(sealed, lockOf(key, request)) ?? []);
      if (opened === undefined) return undefined;
      const unsigned = JSON.parse(opened.toString()) as TokenPackage;
      const { access_token, id_token } = unsigned;
      const [access, id] = await Promise.all([
        signJwtAgain(access_token, signingKeys),
        id_token === undefined ? undefined : signJwtAgain(id_token, signingKeys),
      ]);
      return { ...unsigned, access_token: access, ...(id === undefined ? {} : { id_token: id }) };
    },
  };
}

function withoutSignature(jwt: string): string {
  return jwt.slice(0, jwt.lastIndexOf('.'));
}

function lockOf({ key }: NamedKey, { token, link, familyId, generation }: AnsweredRequest) {
  const secret = Buffer.concat([key, Buffer.from(token)]);
  return {
    key: deriveKey(secret, { purpose: 'latchkey sealed refresh answer', salt: link }),
    additionalData: `${familyId}.${generation}`,
  };
}
