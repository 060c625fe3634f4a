import { randomBytes } from 'node:crypto';
import { createTextSealer } from '../totp/text-sealer.ts';
import { isImported, keepImported, resealImported, verifyImported } from './imported-hash.ts';

const key = (kid: string) => ({ kid, key: randomBytes(32) });
const [older, newer] = [key('older'), key('newer')];
const secrets = createTextSealer({ keys: [older], randomBytes });
const b64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const hex = (text: string) => b64(Buffer.from(text, 'hex'));

function keep(hash: string): string {
  const kept = keepImported(hash, secrets);
  if ('problem' in kept) throw new Error(kept.problem);
  return kept.stored;
}

const signer = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==';
const firebase = `$firebase-scrypt$ln=14,r=8,p=1,ss=Bw==,sk=${signer}$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==`;
const scryptOf = (costs: string) =>
  `$scrypt$${costs}$${b64(Buffer.from('SodiumChloride'))}$${hex('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887')}`;
const pbkdf2Salt = b64(Buffer.from('saltSALTsaltSALTsaltSALTsaltSALTsalt'));
const pbkdf2Hash = hex('348c89dbcbd32b2f32d814b8116e84cf2b17347ebc1800181c4e2a1fb8dd53e1c635518c7dac47e9');
const pbkdf2Of = (costs: string) => `$pbkdf2-sha256$${costs}$${pbkdf2Salt}$${pbkdf2Hash}`;
const argon2Of = (costs: string) =>
  `$argon2id$v=19$${costs}$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc`;
const bcryptOf = (start: string) => `${start}$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i`;

// Vectors of the reference implementations, of RFC 7914, of RFC 6070's successor and of Firebase's own documentation.
const known: [kind: string, hash: string, password: string][] = [
  ['argon2id', argon2Of('m=65536,t=2,p=1'), 'password'],
  ['bcrypt', bcryptOf('$2a$06'), 'abc'],
  ['bcrypt of PHP', bcryptOf('$2y$06'), 'abc'],
  ['scrypt', scryptOf('ln=14,r=8,p=1'), 'pleaseletmein'],
  ['PBKDF2', pbkdf2Of('i=4096'), 'passwordPASSWORDpassword'],
  ['PBKDF2 with its length', pbkdf2Of('i=4096,l=40'), 'passwordPASSWORDpassword'],
  ['Firebase scrypt', firebase, 'user1password'],
];

describe.each(known)('%s', (_kind, hash, password) => {
  test('lets its password in, and no other', async () => {
    const stored = keep(hash);
    expect(isImported(stored)).toBe(true);
    expect(await verifyImported(stored, password, secrets)).toBe(true);
    for (const wrong of ['', `${password} `, password.toUpperCase()])
      expect([wrong, await verifyImported(stored, wrong, secrets)]).toEqual([wrong, false]);
  });
});

test.each([
  ['argon2 with more than 128 MiB', argon2Of('m=131073,t=1,p=1')],
  ['argon2 with more than 256 MiB times passes', argon2Of('m=65536,t=5,p=1')],
  ['bcrypt with cost 13', bcryptOf('$2b$13')],
  ['scrypt with more than 32 MiB', scryptOf('ln=16,r=8,p=1')],
  ['scrypt with more than 2^18 blocks', scryptOf('ln=15,r=8,p=2')],
  ['PBKDF2 with more than 1,200,000 rounds', pbkdf2Of('i=1200001')],
  ['Firebase scrypt with more than 32 MiB', firebase.replace('ln=14', 'ln=16')],
])('%s is too dear', (_what, hash) => {
  expect(keepImported(hash, secrets)).toEqual({ problem: 'dear' });
});

test.each([
  '',
  'password',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  '$1$salt$hash',
  '$2x$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i',
  'pbkdf2_sha256$600000$salt$hash',
  pbkdf2Of('i=4096').replace('sha256', 'sha1'),
  `${argon2Of('m=65536,t=2,p=1')}\n`,
  `import:${argon2Of('m=65536,t=2,p=1')}`,
])('%j has no form that is known', (hash) => {
  expect(keepImported(hash, secrets)).toEqual({ problem: 'unknown' });
});

describe('what is kept can be verified', () => {
  const bytes = (size: number) => b64(randomBytes(size));
  const argon2 = (costs: string, salt = bytes(16), hash = bytes(32)) =>
    `$argon2id$v=19$${costs}$${salt}$${hash}`;
  const scrypt = (costs: string) => `$scrypt$${costs}$${bytes(16)}$${bytes(32)}`;

  test.each([
    ['no passes', argon2('m=1024,t=0,p=1')],
    ['no lanes', argon2('m=1024,t=1,p=0')],
    ['less memory than its lanes need', argon2('m=15,t=1,p=2')],
    ['a number that begins with 0', argon2('m=01024,t=1,p=1')],
    ['padding', argon2('m=1024,t=1,p=1', `${bytes(16)}==`)],
    ['a salt of half a byte too many', argon2('m=1024,t=1,p=1', 'A'.repeat(13))],
    ['bits beyond its last byte', argon2('m=1024,t=1,p=1', 'AAAAAAAAAAB')],
    ['N = 1', scrypt('ln=0,r=8,p=1')],
    ['more N than r allows', scrypt('ln=16,r=1,p=1')],
    ['a cost of 3', bcryptOf('$2b$03')],
    ['no rounds', pbkdf2Of('i=0')],
  ])('a hash with %s is unknown', (_what, hash) => {
    expect(keepImported(hash, secrets)).toEqual({ problem: 'unknown' });
  });

  test.each([
    argon2('m=16,t=1,p=2', bytes(8), bytes(8)),
    argon2('m=1024,t=1,p=1', bytes(96), bytes(96)),
    argon2('m=1024,t=256,p=99').replace('m=1024', 'm=800'),
    scrypt('ln=15,r=1,p=8'),
    scrypt('ln=17,r=2,p=1'),
    scrypt('ln=1,r=999,p=100'),
    `$2b$04$${'z'.repeat(53)}`,
    `$pbkdf2-sha512$i=1$${bytes(96)}==$${bytes(96)}`,
    firebase.replace('ss=Bw==', 'ss=B').replace(signer, 'x'),
  ])('and %s is no right password', async (hash) => {
    expect(await verifyImported(keep(hash), 'password', secrets)).toBe(false);
  });
});

describe('the signer key of Firebase', () => {
  test('is stored sealed, and opens with its key alone', async () => {
    const stored = keep(firebase);
    expect(stored).not.toContain(signer.slice(0, 20));
    const strange = createTextSealer({ keys: [newer], randomBytes });
    await expect(verifyImported(stored, 'user1password', strange)).rejects.toMatchObject({
      code: 'upstream_unavailable',
    });
  });

  test('is sealed again by a newer key, once', async () => {
    const both = createTextSealer({ keys: [newer, older], randomBytes });
    const again = resealImported(keep(firebase), both) ?? '';
    const newest = createTextSealer({ keys: [newer], randomBytes });
    expect(await verifyImported(again, 'user1password', newest)).toBe(true);
    expect(resealImported(again, both)).toBeUndefined();
    expect(resealImported(keep(scryptOf('ln=14,r=8,p=1')), both)).toBeUndefined();
  });
});
