import { createCipheriv, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import type { TextSealer } from '../totp/text-sealer.ts';

/** Begins what is stored for a hash that another product has made, until its person signs in. */
const mark = 'import:';
/** Begins what has a sealed signer key in it. */
export const signerMark = `${mark}$firebase-scrypt$`;
/** What the signer key of a Firebase project is sealed for; it is not one account's. */
const signerOwner = 'firebase signer key';

type Done = (error: Error | null, key: Buffer) => void;

/** Runs in Node's thread pool. */
const derive = (run: (done: Done) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => run((error, key) => (error === null ? resolve(key) : reject(error))));

/** Most of what one verification may take: bytes of memory, and passes over them or rounds. */
const most = {
  argon2KiB: 128 * 1024,
  argon2KiBPasses: 256 * 1024,
  bcryptCost: 12,
  scryptBytes: 32 * 1024 * 1024,
  scryptBlocks: 2 ** 18,
  pbkdf2Rounds: 1_200_000,
};

type Secrets = Pick<TextSealer, 'seal' | 'open'>;
type Verify = (password: string) => Promise<boolean>;

interface Kind {
  readonly form: RegExp;
  /** Whether a hash of these costs can be verified, and takes no more than a sign-in may. */
  judge(numbers: Readonly<Record<string, number>>): HashProblem | undefined;
  verifier(parts: Readonly<Record<string, string>>, hash: string, secrets: Secrets): Verify;
}

/** Why a hash of another product cannot be kept. */
export type HashProblem = 'unknown' | 'dear';

const base64 = '[A-Za-z0-9+/]{11,128}';
const tail = String.raw`\$(?<salt>${base64}={0,2})\$(?<hash>${base64}={0,2})$`;
/** A number, from 1 on, of at most this many digits. */
const number = (name: string, digits: number) => `${name}=(?<${name}>[1-9]\\d{0,${digits - 1}})`;
const costs = `${number('ln', 2)},${number('r', 3)},${number('p', 3)}`;
const bytesOf = (text = '') => Buffer.from(text, 'base64');
const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);

const unlessDear = (isCheap: boolean) => (isCheap ? undefined : 'dear');

/** Source: RFC 7914 2 for what scrypt knows. */
const judgeScrypt: Kind['judge'] = ({ ln = 0, r = 0, p = 0 }) =>
  ln >= 16 * r
    ? 'unknown'
    : unlessDear(128 * 2 ** ln * r <= most.scryptBytes && 2 ** ln * r * p <= most.scryptBlocks);

function runScrypt({ ln, r, p }: Readonly<Record<string, string>>, salt: Buffer, bytes: number) {
  const options = { N: 2 ** Number(ln), r: Number(r), p: Number(p), maxmem: 2 * most.scryptBytes };
  return (password: string) => derive((done) => scrypt(password, salt, bytes, options, done));
}

/** Kinds of hashes by what their text begins with. Source: contract part 2 "Moving in". */
const kinds: readonly Kind[] = [
  {
    form: new RegExp(
      `^\\$argon2(id|i|d)\\$v=19\\$${number('m', 7)},${number('t', 4)},${number('p', 2)}${tail.replaceAll('={0,2}', '')}`,
    ),
    judge: ({ m = 0, t = 0, p = 0 }) =>
      m < 8 * p ? 'unknown' : unlessDear(m <= most.argon2KiB && m * t <= most.argon2KiBPasses),
    verifier: (_parts, hash) => (password) => verifyArgon2(hash, password),
  },
  {
    form: /^\$2[aby]\$(?<cost>\d\d)\$[./A-Za-z0-9]{53}$/,
    judge: ({ cost = 0 }) => (cost < 4 ? 'unknown' : unlessDear(cost <= most.bcryptCost)),
    verifier: (_parts, hash) => (password) => verifyBcrypt(password, hash),
  },
  {
    form: new RegExp(String.raw`^\$scrypt\$${costs}${tail}`),
    judge: judgeScrypt,
    verifier(parts) {
      const known = bytesOf(parts['hash']);
      const run = runScrypt(parts, bytesOf(parts['salt']), known.length);
      return async (password) => isSame(await run(password), known);
    },
  },
  {
    form: new RegExp(String.raw`^\$pbkdf2-(?<digest>sha256|sha512)\$${number('i', 8)}(,l=\d{1,3})?${tail}`),
    judge: ({ i = 0 }) => unlessDear(i <= most.pbkdf2Rounds),
    verifier({ digest = '', i, salt, hash }) {
      const known = bytesOf(hash);
      const run = (password: string) =>
        derive((done) => pbkdf2(password, bytesOf(salt), Number(i), known.length, digest, done));
      return async (password) => isSame(await run(password), known);
    },
  },
  {
    form: new RegExp(
      String.raw`^\$firebase-scrypt\$${costs},ss=(?<ss>${base64.replace('11', '1')}={0,2}),sk=(?<sk>[^$,]+)${tail}`,
    ),
    judge: judgeScrypt,
    verifier(parts, _hash, secrets) {
      const signer = bytesOf(secrets.open(parts['sk'] ?? '', signerOwner));
      const salt = Buffer.concat([bytesOf(parts['salt']), bytesOf(parts['ss'])]);
      const run = runScrypt(parts, salt, 32);
      return async (password) => {
        const cipher = createCipheriv('aes-256-ctr', await run(password), Buffer.alloc(16));
        return isSame(Buffer.concat([cipher.update(signer), cipher.final()]), bytesOf(parts['hash']));
      };
    },
  },
];

interface Read {
  readonly kind: Kind;
  readonly parts: Readonly<Record<string, string>>;
}

function read(hash: string): Read | undefined {
  for (const kind of kinds) {
    const found = kind.form.exec(hash);
    if (found !== null) return { kind, parts: { ...found.groups } };
  }
  return undefined;
}

/** Whether the text is how its bytes are written: what cannot be read must not be kept. */
const isBase64 = (text = '') => bytesOf(text).toString('base64').startsWith(text.replace(/=+$/, ''));

/**
 * What is stored for a hash that another product has made: argon2, scrypt and PBKDF2 as PHC, bcrypt, or Firebase's scrypt
 * as $firebase-scrypt$ln=14,r=8,p=1,ss=SEPARATOR,sk=SIGNER$SALT$HASH, whose signer key is sealed. Or why it is not kept:
 * its form is none of these, or one verification would take more than a sign-in may.
 */
export function keepImported(
  hash: string,
  secrets: Secrets,
): { readonly stored: string } | { readonly problem: HashProblem } {
  const found = read(hash);
  if (found === undefined || ![found.parts['salt'], found.parts['hash']].every(isBase64))
    return { problem: 'unknown' };
  const numbers = Object.fromEntries(Object.entries(found.parts).map(([name, text]) => [name, Number(text)]));
  const problem = found.kind.judge(numbers);
  if (problem !== undefined) return { problem };
  const { sk } = found.parts;
  const sealed =
    sk === undefined ? hash : hash.replace(`sk=${sk}$`, () => `sk=${secrets.seal(sk, signerOwner)}$`);
  return { stored: `${mark}${sealed}` };
}

/** Whether another product has made what is stored. Its person has not signed in here. */
export const isImported = (stored: string): boolean => stored.startsWith(mark);

/** Verifies a password, as it was typed, by what {@link keepImported} has stored. */
export async function verifyImported(stored: string, password: string, secrets: Secrets): Promise<boolean> {
  const hash = stored.slice(mark.length);
  const found = read(hash);
  if (found === undefined) throw new Error('A stored hash has no form that is known');
  return found.kind.verifier(found.parts, hash, secrets)(password);
}

/**
 * The same with its signer key sealed by the newest key; undefined where it has none, or that key has sealed it. Throws
 * where no key opens it.
 */
export function resealImported(
  stored: string,
  secrets: Secrets & Pick<TextSealer, 'isNewest'>,
): string | undefined {
  const sk = read(stored.slice(mark.length))?.parts['sk'];
  if (sk === undefined) return undefined;
  const signer = secrets.open(sk, signerOwner);
  if (secrets.isNewest(sk)) return undefined;
  return stored.replace(`sk=${sk}$`, () => `sk=${secrets.seal(signer, signerOwner)}$`);
}
