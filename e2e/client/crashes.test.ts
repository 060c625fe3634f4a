import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceLogin } from '@latchkey/client';
import { createFileStore } from '@latchkey/client/file-store';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { approve, clientId, createRelyingParty, signIn } from './sign-in.ts';
import { startWorker } from './worker.ts';

/** How much is done; larger numbers are for a run by hand. */
const refreshes = Number(process.env['CLIENT_REFRESHES'] ?? 40);
const killSeconds = Number(process.env['CLIENT_KILL_SECONDS'] ?? 8);
const always = { minValiditySeconds: Number.POSITIVE_INFINITY };

const folder = mkdtempSync(join(tmpdir(), 'latchkey-client-'));
let stack: Stack;

beforeAll(async () => {
  const noLimits = { REFRESH_ROTATIONS: '0', POLL_INTERVAL_SECONDS: '1' };
  stack = await startStack({ sso: noLimits });
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

const say = (text: string) => process.stderr.write(`${text}\n`);
const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

async function openFile(name: string) {
  const file = join(folder, name, 'session.json');
  const { latchkey, login } = await signIn(stack.urls);
  const session = await latchkey.openSession(createFileStore(file), login);
  return { file, session, revision: async () => (await createFileStore(file).read())?.revision ?? 0 };
}

test('two processes refresh one session, and lose nothing', async () => {
  const { file, session, revision } = await openFile('two');
  const args = [stack.urls.sso, clientId, file, String(Math.ceil(refreshes / 2))];
  const startedAtMs = Date.now();
  const ended = await Promise.all([1, 2].map(() => startWorker('refresh-worker', args).ended));
  expect(ended.map(({ code, output }) => [code, output])).toEqual([
    [0, expect.any(String)],
    [0, expect.any(String)],
  ]);
  say(
    `${refreshes} refreshes by two processes: ${(await revision()) - 1} rotations, ${Date.now() - startedAtMs} ms`,
  );
  expect((await revision()) - 1).toBeGreaterThanOrEqual(refreshes / 2);
  await session.accessToken(always);
  expect(readdirSync(join(folder, 'two'))).toEqual(['session.json']);
});

test('processes that are killed while they refresh lose no family', async () => {
  const { file, session, revision } = await openFile('killed');
  const start = () => startWorker('refresh-worker', [stack.urls.sso, clientId, file, '1000000']);
  const endMs = Date.now() + killSeconds * 1000;
  const workers = [start(), start()];
  let kills = 0;
  while (Date.now() < endMs) {
    const before = await revision();
    // A worker that has only just begun refreshes nothing yet.
    while ((await revision()) < before + 3 && Date.now() < endMs) await wait(5);
    await wait(Math.random() * 20);
    workers.shift()?.kill();
    workers.push(start());
    kills += 1;
  }
  for (const worker of workers) worker.kill();
  const ended = await Promise.all(workers.map((worker) => worker.ended));
  say(`${kills} kills while refreshing: ${(await revision()) - 1} rotations`);
  expect(ended.map(({ output }) => output)).toEqual(ended.map(() => ''));
  await session.accessToken(always);
  expect(await session.state()).toMatchObject({ status: 'active' });
});

/** Kills the follower of one login once, at a step by chance, and lets another one finish it. */
async function killOnce(at: number): Promise<DeviceLogin> {
  const file = join(folder, `login-${at}.json`);
  const login = await createRelyingParty(stack.urls).startDeviceLogin();
  writeFileSync(file, JSON.stringify({ ...login, nextPollAtMs: 0 }));
  const start = () => startWorker('login-worker', [stack.urls.sso, clientId, file]);
  await approve(stack.urls, login);
  const victim = start();
  // The first record comes before the request for the tokens, the second after its answer.
  let steps = at % 2;
  victim.onOutput(() => void ((steps -= 1) < 0 && setTimeout(() => victim.kill(), Math.random() * 60)));
  await victim.ended;
  const { output } = await start().ended;
  const record = JSON.parse(readFileSync(file, 'utf8')) as DeviceLogin;
  expect([output, record.status]).toEqual([expect.not.stringContaining('Error'), expect.any(String)]);
  return record;
}

test('a login whose follower is killed is redeemed by the next, or ends as answer_lost', async () => {
  const endMs = Date.now() + killSeconds * 1000;
  const ends: Record<string, number> = {};
  for (let at = 0; Date.now() < endMs; at += 3)
    for (const { status, reason = '', tokens } of await Promise.all([at, at + 1, at + 2].map(killOnce))) {
      const end = `${status} ${reason}`.trim();
      ends[end] = (ends[end] ?? 0) + 1;
      expect(['redeemed', 'failed answer_lost']).toContain(end);
      if (status === 'redeemed') expect(tokens?.refreshToken).toEqual(expect.any(String));
    }
  say(`logins whose follower was killed: ${JSON.stringify(ends)}`);
});
