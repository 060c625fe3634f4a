import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demo } from '../../infra/local/person.ts';
import { postForm } from '../../infra/local/raw-requests.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { totpCode } from '../process/totp-code.ts';
import { createTyping, logIn } from './open-person.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const operator = 'admin@latchkey.test';
const folder = mkdtempSync(join(tmpdir(), 'latchkey-commands-'));
let stack: Stack;
let type: ReturnType<typeof createTyping>;
let typeAsOperator: ReturnType<typeof createTyping>;

beforeAll(async () => {
  stack = await startStack({ sso: { POLL_INTERVAL_SECONDS: '1' } });
  const [own, operators] = [join(folder, 'own'), join(folder, 'operator')];
  await logIn(stack.urls, own, demo.email, 'account clients orgs');
  await logIn(stack.urls, operators, operator, 'account clients orgs');
  await logIn(stack.urls, operators, operator, 'admin');
  type = createTyping(stack.urls, own);
  // For what asks an operator for the password again.
  typeAsOperator = createTyping(stack.urls, operators, { LATCHKEY_PASSWORD: demo.password });
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
  await done(type, `devices end ${String(newest?.['id'])}`);
  await refused(createTyping(stack.urls, other), 'devices', 3, 'has ended');
  await refused(type, `devices end ${nobody}`, 4, 'not_found');
  await refused(type, 'devices --since yesterday', 1, 'invalid_filter');
});

test('apps, and their end', async () => {
  expect(await done(type, 'apps --client latchkey-cli')).toContain('latchkey-cli');
  await refused(type, 'apps --search a', 1, 'invalid_filter');
  await refused(type, 'apps end nobody', 4, 'not_found');
  const leaver = join(folder, 'leaver');
  await logIn(stack.urls, leaver, 'root@latchkey.test', 'account');
  await done(createTyping(stack.urls, leaver), 'apps end latchkey-cli');
});

test('sessions, and their end', async () => {
  const [session] = await items(type, 'sessions --status active');
  await done(type, `sessions end ${String(session?.['id'])}`);
  await refused(type, `sessions end ${nobody}`, 4, 'not_found');
  await refused(type, 'sessions end', 2, 'either ID or --others');
  await refused(type, 'sessions end --others', 2, '--yes');
  await done(type, 'sessions end --others --yes');
  await done(type, 'sessions --all');
});

test('the log, once and followed until Ctrl-C', async () => {
  expect(await done(type, 'log --event session.revoke_others')).toContain('session.revoke_others');
  await refused(type, 'log --event nothing', 1, 'invalid_filter');
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
  await refused(type, 'account totp begin', 1, 'missing_field');
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

test('clients, their connections and their app tokens', async () => {
  const grants = '--grant client_credentials --type confidential --method client_secret_post';
  const made = JSON.parse(
    await done(type, `clients create Agent ${grants} --scope profile --json`),
  ) as Record<string, string>;
  const { client_id: id = '', client_secret: secret = '' } = made;
  await refused(type, 'clients create Agent --scope admin', 1, 'forbidden');
  expect(await done(type, 'clients list --search agent')).toContain(id);
  await refused(type, 'clients list --status nothing', 2, '--status must be one of');
  expect(await done(type, `clients view ${id}`)).toContain('Agent');
  await refused(type, 'clients view nobody', 4, 'not_found');
  await done(type, ['clients', 'update', id, '--name', 'Night agent', '--default-scope', 'profile']);
  await refused(type, `clients update ${id} --grant relay`, 1, 'forbidden');

  const issued = await postForm(`${stack.urls.sso}/token`, {
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  });
  expect(issued.status).toBe(200);
  const [token] = await items(type, `credentials --client ${id}`);
  await done(type, `credentials end ${String(token?.['id'])}`);
  await refused(type, `credentials end ${String(token?.['id'])}`, 4, 'not_found');
  await refused(type, 'credentials --limit many', 2, '--limit must be');

  await done(type, `connections add ${id} demo-rp --scope profile`);
  await refused(type, `connections add ${id} demo-rp --scope profile`, 1, 'already_exists');
  await refused(type, `connections accept ${id} demo-rp --scope profile`, 1, 'state_conflict');
  expect(await done(type, `connections --client ${id}`)).toContain(`${id}\tdemo-rp`);
  await refused(type, 'connections --search a', 1, 'invalid_filter');
  await refused(type, `connections remove ${id} demo-rp`, 2, '--yes');
  await done(type, `connections remove ${id} demo-rp --yes`);

  const rotated = await done(type, `clients rotate-secret ${id} --quiet`);
  expect(rotated.trim()).toMatch(/^\S{40,}$/);
  await refused(type, 'clients rotate-secret nobody', 4, 'not_found');
  await refused(type, `clients archive ${id}`, 2, '--yes');
  await done(type, `clients archive ${id} --yes`);
  expect(await done(type, 'clients list --archived')).toContain(id);
  await done(type, `clients restore ${id}`);
  await refused(type, 'clients restore nobody', 4, 'not_found');
});

test('orgs, invitations and members', async () => {
  await done(typeAsOperator, ['admin', 'orgs', 'create', 'riverside', 'Riverside Lab']);
  await refused(typeAsOperator, 'admin orgs create riverside Again', 1, 'already_exists');
  await done(typeAsOperator, `admin orgs member-add riverside ${operator} --role owner`);
  await refused(typeAsOperator, 'admin orgs member-add riverside nobody@latchkey.test', 4, 'not_found');
  const invite = (await done(typeAsOperator, `admin orgs invite riverside ${demo.email} --quiet`)).trim();
  await refused(typeAsOperator, `admin orgs invite nowhere ${demo.email}`, 4, 'not_found');
  await done(type, `account join ${invite}`);
  await refused(type, `account join ${nobody}`, 4, 'not_found');
  await done(typeAsOperator, 'orgs invite riverside totp@latchkey.test --role admin');
  await refused(type, 'orgs invite riverside ada@example.com', 1, 'forbidden');
  await refused(typeAsOperator, `admin orgs member-remove riverside ${demo.email}`, 2, '--yes');
  await done(typeAsOperator, `admin orgs member-remove riverside ${demo.email} --yes`);
});

test('users, sessions and the log of everybody', async () => {
  const user = 'totp@latchkey.test';
  expect(await done(typeAsOperator, `admin users --search totp`)).toContain(user);
  await refused(type, 'admin users', 3, 'latchkey login --admin');
  expect(await done(typeAsOperator, `admin users view ${user}`)).toContain('Demo One-Time Code');
  await refused(typeAsOperator, 'admin users view nobody@latchkey.test', 4, 'Nobody has the address');
  await refused(typeAsOperator, `admin users disable ${user}`, 2, '--yes');
  await refused(typeAsOperator, `admin users disable ${operator} --yes`, 1, 'forbidden');
  await done(typeAsOperator, `admin users disable ${user} --yes`);
  await done(typeAsOperator, `admin users enable ${user}`);
  await refused(typeAsOperator, `admin users enable ${nobody}`, 4, 'not_found');
  await done(typeAsOperator, `admin users verify-email ${user}`);
  await refused(typeAsOperator, `admin users verify-email ${nobody}`, 4, 'not_found');
  await done(typeAsOperator, `admin users reset-totp ${user} --yes`);
  await refused(typeAsOperator, `admin users reset-totp ${nobody} --yes`, 4, 'not_found');
  expect((await done(typeAsOperator, `admin users reset-password ${user} --yes --quiet`)).trim()).toMatch(
    /^\S{12,}$/,
  );
  await refused(typeAsOperator, `admin users reset-password ${user}`, 2, '--yes');
  await logIn(stack.urls, join(folder, 'again'), demo.email, 'account');
  const [session] = await items(typeAsOperator, `admin sessions --search ${demo.email} --status active`);
  await done(typeAsOperator, `admin sessions end ${String(session?.['id'])} --yes`);
  await refused(typeAsOperator, 'admin sessions --ip nowhere', 1, 'invalid_filter');
  await refused(typeAsOperator, `admin sessions end ${nobody} --yes`, 4, 'not_found');
  expect(await done(typeAsOperator, 'admin log --search totp')).toContain('admin.user.disable');
  await refused(typeAsOperator, `admin log --user nobody`, 1, 'invalid_filter');
});
