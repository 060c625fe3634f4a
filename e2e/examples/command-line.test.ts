import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileStore } from '@latchkey/client/file-store';
import { approve, deny } from '../../infra/local/person.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { createRelyingParty } from '../client/sign-in.ts';
import { readCommands, readLogin, startCommand } from './example.ts';

const [signIn = '', again = ''] = readCommands('command-line');
const folder = mkdtempSync(join(tmpdir(), 'latchkey-example-'));
const file = join(folder, 'kept', 'session.json');
let stack: Stack;

beforeAll(async () => {
  stack = await shareStack();
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(command: string, more: Record<string, string> = {}) {
  const { sso, drop } = stack.urls;
  const addresses = { SSO_URL: sso, DROP_URL: drop };
  return startCommand(command, { ...addresses, SESSION_FILE: file, ...more });
}

async function signInAndApprove() {
  const program = start(signIn);
  await approve(stack.urls, await readLogin(program));
  return program.ended;
}

test('a person who denies is not signed in', async () => {
  const program = start(signIn);
  await deny(stack.urls, await readLogin(program));
  const { code, output } = await program.ended;
  expect([code, output]).toEqual([1, expect.stringContaining('Not signed in: access_denied.')]);
});

test('it signs in once, and then goes on from its file', async () => {
  const first = await signInAndApprove();
  expect(first.output).toContain(
    'You are demo@latchkey.test.\nA drop was stored and taken: meet me at noon\n',
  );
  expect([first.code, statSync(file).mode & 0o777]).toEqual([0, 0o600]);

  const second = await start(again).ended;
  expect(second.output).not.toContain('To log in');
  expect(second.output).toContain(
    'You are demo@latchkey.test.\nA drop was stored and taken: see you at one\n',
  );
});

test('a service that does not answer costs no session', async () => {
  const { code, output } = await start(again, {
    DROP_URL: `http://localhost:${await findFreePort()}`,
  }).ended;
  expect([code, output]).toEqual([1, expect.stringContaining('no_answer')]);
  expect((await start(again).ended).output).toContain('see you at one');
});

test('a session that was ended elsewhere is followed by a new sign-in', async () => {
  const session = await createRelyingParty(stack.urls).openSession(createFileStore(file));
  await session.end();
  expect((await signInAndApprove()).output).toContain('You are demo@latchkey.test.');
});
