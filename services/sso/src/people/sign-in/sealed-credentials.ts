import { deriveKey, open, seal, type NamedKey } from '@latchkey/secrets';

/** What a person typed to sign in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

interface KeptCredentials extends Wanted {
  readonly typedAtMs: number;
}

/** With the characters that the new password has at least. */
interface Wanted extends Credentials {
  readonly least: number;
}

/**
 * Keeps right credentials while the person chooses a first password: sealed in the form itself, for one browser and ten
 * minutes, so that nothing is typed twice and nothing is stored. Source: contract part 1 "Approval page".
 */
export interface CredentialSealer {
  seal(browserSecret: string, credentials: Wanted): string;
  /** Undefined for a text that is not of this browser, too old, or not ours. */
  open(browserSecret: string, sealed: string): KeptCredentials | undefined;
}

const lifeMs = 600_000;

/** The newest key seals, every key opens. */
export function createCredentialSealer({
  keys,
  now,
  randomBytes,
}: {
  readonly keys: readonly NamedKey[];
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
}): CredentialSealer {
  const derived = new Map(
    keys.map(({ kid, key }) => [kid, deriveKey(key, { purpose: 'latchkey sealed credentials' })]),
  );
  const [newest] = derived;
  if (newest === undefined) throw new Error('sealed credentials need a key');
  return {
    seal(browserSecret, { email, password, code, least }) {
      const [kid, key] = newest;
      const kept: KeptCredentials = { email, password, code, least, typedAtMs: now() };
      const lock = { key, additionalData: browserSecret, randomBytes };
      return `${kid}.${seal(JSON.stringify(kept), lock).toString('base64url')}`;
    },
    open(browserSecret, sealed) {
      const [kid = '', text = ''] = sealed.split('.');
      const key = derived.get(kid);
      if (key === undefined) return undefined;
      const plain = open(Buffer.from(text, 'base64url'), { key, additionalData: browserSecret });
      if (plain === undefined) return undefined;
      const kept = JSON.parse(plain.toString()) as KeptCredentials;
      return now() < kept.typedAtMs + lifeMs ? kept : undefined;
    },
  };
}
