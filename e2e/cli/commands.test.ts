import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demo } from '../../infra/local/person.ts';
import { postForm, postJson } from '../../infra/local/raw-requests.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { totpCode } from '../process/totp-code.ts';
import { takeRelay } from '../process/user-api-calls.ts';
import { createTyping, logIn } from './open-person.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-commands-'));
let stack: Stack;
let type: ReturnType<typeof createTyping>;

beforeAll(async () => {
  stack = await shareStack();
  const own = join(folder, 'own');
  await logIn(stack.urls, own, demo.email, 'account clients orgs');
  type = createTyping(stack.urls, own);
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Typing = typeof type;

/** What a line that must succeed has printed. */
async function done(
  typing: Typing,
  line: Parameters<Typing>[0],
  more?: Parameters<Typing>[1],
): Promise<string> {
  const { exitCode, out, err } = await typing(line, more);
  expect([line, exitCode, err]).toEqual([line, 0, err]);
  return out;
}

async function items(typing: Typing, line: string): Promise<Record<string, unknown>[]> {
  const out = await done(typing, `${line} --json`);
  return out
    .split('\n')
    .flatMap((text) => (text === '' ? [] : [JSON.parse(text) as Record<string, unknown>]));
}

/** A line that must fail with this exit code, and with these words. */
async function refused(
  typing: Typing,
  line: Parameters<Typing>[0],
  exitCode: number,
  words: string,
): Promise<void> {
  const answer = await typing(line);
  expect([line, answer.exitCode, answer.out]).toEqual([line, exitCode, '']);
  expect(answer.err).toContain(words);
}

test('devices, and their end', async () => {
  const other = join(folder, 'other-device');
  await logIn(stack.urls, other, demo.email, 'account');
  const [newest] = await items(type, 'devices --status active');
  expect(newest?.['current']).toBe(false);
  const own = await items(createTyping(stack.urls, other), 'devices --status active');
  expect(own.filter(({ current }) => current === true).map(({ id }) => id)).toEqual([newest?.['id']]);
  await done(type, `devices end ${String(newest?.['id']).slice(0, 8)} --yes`);
  await refused(createTyping(stack.urls, other), 'devices', 3, 'has ended');
  await done(type, 'devices --since yesterday');
});

test('apps, and their end', async () => {
  expect(await done(type, 'apps --client latchkey-cli')).toContain('latchkey-cli');
  await refused(type, 'apps --search a', 2, 'invalid_filter');
  const leaver = join(folder, 'leaver');
  await logIn(stack.urls, leaver, 'root@latchkey.test', 'account');
  await done(createTyping(stack.urls, leaver), 'apps end latchkey-cli --yes');
});

test('sessions, and their end', async () => {
  const [session] = await items(type, 'sessions --status active');
  await done(type, `sessions end ${String(session?.['id']).slice(0, 8)} --yes`);
  await done(type, 'sessions end --others --yes');
  await done(type, 'sessions --all');
});

test('the log, once and followed until Ctrl-C', async () => {
  expect(await done(type, 'log --event session.revoke_others')).toContain('session.revoke_others');
  await refused(type, 'log --event nothing', 2, 'there is no "nothing"');
  await refused(type, 'log --follow --all', 2, '--follow cannot be combined with --all');
  let hasBegun: Promise<unknown> | undefined;
  const followed = await type('log --follow --limit 1 --json', {
    onOutput(out, interrupt) {
      hasBegun ??= type('sessions end --others --yes').then(() => type('sessions end --others --yes'));
      if (out.split('\n').length > 3) interrupt();
    },
  });
  await hasBegun;
  expect([followed.exitCode, followed.err]).toEqual([130, 'Interrupted.\n']);
  const ids = followed.out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a secret that somebody is asked for, filled in and taken, once', async () => {
  const asked = (await done(type, ['drop', 'ask', 'the key of staging', '--label', 'Staging'])).trim();
  const stranger = createTyping(stack.urls, join(folder, 'stranger'));
  const secret = join(folder, 'staging.pem');
  writeFileSync(secret, 'four quiet herons');
  expect(await done(stranger, ['drop', 'fill', asked, secret])).toBe('');
  await refused(stranger, ['drop', 'fill', asked, secret], 1, 'Only reserved drops may be activated');
  await refused(stranger, ['drop', 'take', asked], 3, 'not logged in');
  expect(await done(type, ['drop', 'take', asked])).toBe('four quiet herons');
  await refused(type, ['drop', 'take', asked], 1, 'it was taken at');
});

test('the password and one-time codes', async () => {
  const env = { LATCHKEY_PASSWORD: demo.password };
  await refused(type, 'account totp confirm 123456', 2, 'LATCHKEY_PASSWORD');
  await refused(type, 'account totp disable 123456 --password-file /no/such/file', 1, 'cannot be read');
  const secret = (await done(type, 'account totp begin --quiet')).trim();
  const seconds = Date.now() / 1000;
  const wrong = { LATCHKEY_PASSWORD: 'wrong' };
  expect((await type(`account totp confirm ${totpCode(secret, seconds)}`, { env: wrong })).exitCode).toBe(1);
  const confirmed = await done(type, `account totp confirm ${totpCode(secret, seconds)} --quiet`, { env });
  const [first = '', second = ''] = confirmed.split('\n');
  await refused(type, 'account totp begin', 2, 'missing_field, CODE');
  await done(type, `account totp begin ${first}`, { env });
  expect((await type(`account totp begin ${first}`, { env })).exitCode).toBe(1);
  expect(
    (await done(type, `account recovery-codes ${second} --quiet`, { env })).trim().split('\n'),
  ).toHaveLength(10);
  await done(type, `account totp disable ${totpCode(secret, seconds + 30)}`, { env });

  const file = join(folder, 'new-password');
  writeFileSync(file, 'four quiet herons by the canal\n');
  expect((await type(`account password --new-password-file ${file}`, { env: wrong })).exitCode).toBe(1);
  await done(type, `account password --new-password-file ${file}`, { env });
  await done(type, 'devices');
  const back = { LATCHKEY_PASSWORD: 'four quiet herons by the canal', LATCHKEY_NEW_PASSWORD: demo.password };
  await done(type, 'account password', { env: back });
});

test('the name, all that is kept, and the end of an account', async () => {
  const person = join(folder, 'person');
  const [password, email] = ['five calm otters in a row', `leaver-${crypto.randomUUID()}@latchkey.test`];
  const relay = await takeRelay(stack.urls, 'signup', { email_verified: email });
  const fields = { relay, 'auth.user': email, 'auth.pass': password, name: 'Leaver' };
  expect((await postJson(`${stack.urls.userApi}/auth/signup`, fields)).status).toBe(200);
  await logIn(stack.urls, person, email, 'account', password);
  const own = createTyping(stack.urls, person, { LATCHKEY_PASSWORD: password });
  await refused(own, 'account update', 2, 'needs --name or --language');
  expect(await done(own, 'account')).toContain(`email\t${email}\n`);
  expect(await done(own, ['account', 'update', '--name', 'Ada L.', '--language', 'de', '--json'])).toContain(
    'Ada L.',
  );
  const file = join(folder, 'export.json');
  const wrong = { env: { LATCHKEY_PASSWORD: 'wrong' } };
  expect((await own(`account export ${file}`, wrong)).exitCode).toBe(1);
  await done(own, `account export ${file}`);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    account: { email, name: 'Ada L.', locale: 'de' },
    devices: [{ client: { id: 'latchkey-cli' } }],
    complete: true,
  });
  await refused(own, `account export ${file}`, 1, 'cannot be made');
  expect((await own('account delete --yes', wrong)).exitCode).toBe(1);
  await done(own, 'account delete --yes');
  await refused(own, 'account view', 3, 'not logged in');
});

test('clients, their connections and their app tokens', async () => {
  const grants = '--grant client_credentials --type confidential --method client_secret_post';
  const made = JSON.parse(
    await done(type, `clients create Agent ${grants} --scope profile --json`),
  ) as Record<string, string>;
  const { client_id: id = '', client_secret: secret = '' } = made;
  await refused(
    type,
    'clients create Agent --scope admin',
    1,
    'Only operators may give a client this --scope',
  );
  expect(await done(type, 'clients list --search agent')).toContain(id);
  expect(await done(type, `clients view ${id}`)).toContain('Agent');
  await done(type, ['clients', 'update', id, '--name', 'Night agent', '--default-scope', 'profile']);
  await refused(type, `clients update ${id} --grant relay`, 1, 'forbidden');

  const issued = await postForm(`${stack.urls.sso}/token`, {
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  });
  expect(issued.status).toBe(200);
  const [token] = await items(type, `credentials --client ${id}`);
  await done(type, `credentials end ${String(token?.['id'])} --yes`);

  await done(type, `connections add ${id} demo-rp --scope profile`);
  await refused(type, `connections add ${id} demo-rp --scope profile`, 1, 'already_exists');
  await refused(type, `connections accept ${id} demo-rp --scope profile`, 1, 'state_conflict');
  expect(await done(type, `connections --client ${id}`)).toContain(`${id}\tdemo-rp`);
  await refused(type, 'connections --search a', 2, 'invalid_filter');
  await done(type, `connections remove ${id} demo-rp --yes`);

  const rotated = await done(type, `clients rotate-secret ${id} --yes --quiet`);
  expect(rotated.trim()).toMatch(/^\S{40,}$/);
  await done(type, `clients archive ${id} --yes`);
  expect(await done(type, 'clients list --archived')).toContain(id);
  await done(type, `clients restore ${id}`);
});
