import { pbkdf2Sync, randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@latchkey/database';
import { hash as hashArgon2 } from '@node-rs/argon2';
import { rootDir } from '../../infra/local/paths.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { readBlocks } from '../process/guide.ts';
import { ask, loginFields } from '../process/user-api-calls.ts';
import { playGuide } from './play-guide.ts';

const guide = 'docs/guides/moving-in.md';
let stack: Stack;
const teardown = createTeardown();
const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-moving-'));
beforeAll(async () => {
  stack = await shareStack();
  teardown.add(stack.stop);
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
});
afterAll(() => teardown.run());

const run = randomUUID();
const addressOf = (name: string) => `${name}-${run}@example.test`;
const password = 'four quiet herons';
const write = (file: string, ...lines: readonly object[]) =>
  writeFileSync(join(folder, file), lines.map((line) => JSON.stringify(line)).join('\n'));

/** What `kc.sh export` writes; Keycloak pads its base64. */
async function writeKeycloak() {
  const salt = randomBytes(16);
  const argon2 = (await hashArgon2(password, { salt, memoryCost: 7168, timeCost: 5, parallelism: 1 })).split(
    '$',
  );
  const more = { type: ['id'], version: ['1.3'], hashLength: ['32'], memory: ['7168'], parallelism: ['1'] };
  const credential = (algorithm: string, hashIterations: number, value: string, parameters: object = {}) => ({
    type: 'password',
    secretData: JSON.stringify({ value, salt: salt.toString('base64'), additionalParameters: {} }),
    credentialData: JSON.stringify({ hashIterations, algorithm, additionalParameters: parameters }),
  });
  const pbkdf2 = pbkdf2Sync(password, salt, 27_500, 64, 'sha512').toString('base64');
  const person = { enabled: true, emailVerified: true, createdTimestamp: 1_600_000_000_000 };
  const of = (name: string) => ({ ...person, id: name, firstName: 'Ada', email: addressOf(name) });
  const users = [
    { ...of('kc-argon2'), credentials: [credential('argon2', 5, `${argon2[5]}=`, more)] },
    { ...of('kc-pbkdf2'), credentials: [{ type: 'otp' }, credential('pbkdf2-sha512', 27_500, pbkdf2)] },
    { ...of('kc-none'), credentials: [] },
    { ...of('kc-gone'), enabled: false },
    { ...of('kc-service'), email: undefined },
  ];
  writeFileSync(join(folder, 'realm.json'), JSON.stringify({ realm: 'acme', users }));
}

/** The export of the users, and what support sends. */
function writeAuth0() {
  const user = (user_id: string, name: string, email_verified = true) => ({
    user_id,
    email: addressOf(name),
    email_verified,
    name,
    created_at: '2019-12-06T18:36:12.412Z',
  });
  const bcrypt = '$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i';
  write(
    'users.ndjson',
    user('google-oauth2|1', 'a0-bcrypt'),
    user('auth0|5dea9f9c82dd7c0e76e4ec93', 'a0-bcrypt', false),
    user('google-oauth2|2', 'a0-none'),
    { ...user('auth0|euclid', 'a0-gone'), blocked: true },
  );
  const hashed = { email: 'a@b.test', passwordHash: bcrypt, tenant: 'acme', _tmp_is_unique: true };
  write(
    'hashes.ndjson',
    { _id: { $oid: '5dea9f9c82dd7c0e76e4ec93' }, ...hashed },
    { _id: { $oid: '5dea9f9c82dd7c0e76e4ec94' }, alt_id: 'euclid', ...hashed },
  );
}

/** The example of Firebase's own documentation. */
const firebase = {
  SIGNER_KEY: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  SALT_SEPARATOR: 'Bw==',
  MEM_COST: '14',
  ROUNDS: '8',
};
function writeFirebase() {
  const passwordHash =
    'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';
  const user = { emailVerified: true, passwordHash, salt: '42xEC+ixf3L2lw==', createdAt: '1600000000000' };
  const users = [
    { ...user, localId: '1', email: addressOf('fb-scrypt'), displayName: '' },
    { ...user, localId: '2', email: addressOf('fb-gone'), disabled: true },
    { localId: '3', phoneNumber: '+15555550100' },
  ];
  writeFileSync(join(folder, 'users.json'), JSON.stringify({ users }));
}

/** What the query of the guide finds in the tables of better-auth. */
async function writeBetterAuth() {
  const salt = randomBytes(16).toString('hex');
  const key = scryptSync(password, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 128 * 2 ** 20 });
  const [query] = readBlocks(join(rootDir, guide), 'sql');
  const rows = await withClient(stack.environments['user-api']['DATABASE_URL'] ?? '', async (client) => {
    await client.query(`create temp table "user" (id text, name text, email text, "emailVerified" boolean,
        "createdAt" timestamptz default now());
      create temp table account (id text, "userId" text, "providerId" text, password text)`);
    const values = [addressOf('ba-scrypt'), addressOf('ba-none'), `${salt}:${key.toString('hex')}`];
    await client.query(
      `with added as (insert into "user" (id, name, email, "emailVerified")
          values ('1', 'Ada', $1, true), ('2', 'Bob', $2, true))
        insert into account values ('1', '1', 'credential', $3), ('2', '2', 'github', null)`,
      values,
    );
    return (await client.query<{ row_to_json: object }>(query?.commands ?? '')).rows;
  });
  write('rows.jsonl', ...rows.map((row) => row.row_to_json));
}

async function writeDjango() {
  const derived = pbkdf2Sync(password, 'fHaDrSz4zoFi4C4UhzRZXA', 1_000, 32, 'sha256').toString('base64');
  const argon2 = await hashArgon2(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 });
  const of = (name: string) => ({ email: addressOf(name), email_verified: true });
  write(
    'django.jsonl',
    { ...of('dj-pbkdf2'), password: `pbkdf2_sha256$1000$fHaDrSz4zoFi4C4UhzRZXA$${derived}` },
    { ...of('dj-argon2'), password: `argon2${argon2}` },
    { ...of('dj-none'), password: '!unusable' },
  );
}

const stored = async (name: string) => {
  const found = await withClient(stack.environments['user-api']['DATABASE_URL'] ?? '', (client) =>
    client.query<{ password_hash: string | null }>('select password_hash from users where email = $1', [
      addressOf(name),
    ]),
  );
  return found.rows[0];
};

test('moving in: each product’s people are made, and sign in with the password that they had', async () => {
  writeAuth0();
  writeFirebase();
  await Promise.all([writeKeycloak(), writeBetterAuth(), writeDjango()]);
  const { DATABASE_URL = '', SEALING_KEYS = '' } = stack.environments['user-api'];
  const env = { DATABASE_URL, SEALING_KEYS, ...firebase };
  const printed = await playGuide({ path: guide, urls: stack.urls, folder, env }, teardown);
  const counts = printed.map((text) => /(\d+) were made, (\d+) exist, 0 were refused/.exec(text)?.slice(1));
  expect(counts).toEqual([
    ['3', '0'],
    ['2', '1'],
    ['1', '0'],
    ['2', '0'],
    ['3', '0'],
  ]);
  for (const name of ['kc-gone', 'kc-service', 'a0-gone', 'fb-gone'])
    expect([name, await stored(name)]).toEqual([name, undefined]);
  for (const name of ['kc-none', 'a0-none', 'ba-none', 'dj-none'])
    expect([name, await stored(name)]).toEqual([name, { password_hash: null }]);
  const passwords: Record<string, string> = { 'a0-bcrypt': 'abc', 'fb-scrypt': 'user1password' };
  for (const name of [
    'kc-argon2',
    'kc-pbkdf2',
    'a0-bcrypt',
    'fb-scrypt',
    'ba-scrypt',
    'dj-pbkdf2',
    'dj-argon2',
  ]) {
    const right = passwords[name] ?? password;
    const login = async (pass: string) => {
      const fields = { 'auth.user': addressOf(name), 'auth.pass': pass };
      return (await ask(stack.urls, '/auth/user/login', await loginFields(stack.urls, fields)))?.status;
    };
    expect([name, await login(`${right}.`), await login(right)]).toEqual([name, 401, 200]);
    // The first right password has replaced the hash.
    expect((await stored(name))?.password_hash).toMatch(/^\$argon2id\$/);
    expect([name, await login(right)]).toEqual([name, 200]);
  }
});
