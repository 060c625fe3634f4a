import { readdirSync } from 'node:fs';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { openKeeper, type Place } from './keeper.ts';
import { always, live } from './life.ts';
import { createPlaces, type Places } from './places.ts';
import { approve, clientId, createRelyingParty, signIn } from './sign-in.ts';
import { startWorker } from './worker.ts';

/** How much is done; larger numbers are for a run by hand. */
const refreshes = Number(process.env['CLIENT_REFRESHES'] ?? 10);
const kills = Number(process.env['CLIENT_KILLS'] ?? 4);
const isEveryStepMet = process.env['CLIENT_EVERY_STEP'] === 'true';

const kinds = ['file', 'postgres'] as const;
type Kind = (typeof kinds)[number];
let stack: Stack;
let places: Places;

beforeAll(async () => {
  [stack, places] = await Promise.all([shareStack(), createPlaces()]);
});
afterAll(async () => {
  await stack.stop();
  await places.remove();
});

const say = (text: string) => process.stderr.write(`${text}\n`);

/** Nothing stays beside what is kept: neither a lock nor a draft with tokens. */
function expectTidy(place: Place, files: string[]): void {
  if (place.kind === 'file') expect(readdirSync(place.folder)).toEqual(files);
}

/** A session that other processes refresh as well. */
async function openShared(kind: Kind, name: string) {
  const place = places.make(kind, name);
  const { session: store, close } = openKeeper(place);
  const { latchkey, login } = await signIn(stack.urls);
  const session = await latchkey.openSession(store, login);
  return {
    start: (times: number) => startWorker({ urls: stack.urls, clientId, place, refreshes: times }),
    countRotations: async () => ((await store.read())?.revision ?? 0) - 1,
    /** Nothing has been lost where the tokens can still be refreshed. */
    async close() {
      await session.accessToken(always);
      expect(await session.state()).toMatchObject({ status: 'active' });
      expectTidy(place, ['session.json']);
      await close();
    },
  };
}

test.each(kinds)('two processes refresh one session (%s), and lose nothing', async (kind) => {
  const { start, countRotations, close } = await openShared(kind, 'two');
  const times = Math.ceil(refreshes / 2);
  const startedAtMs = Date.now();
  const ended = await Promise.all([1, 2].map(() => start(times).ended));
  const lines = Array.from({ length: times }, () => 'refreshed');
  expect(ended).toEqual([1, 2].map(() => ({ code: 0, lines, errors: '' })));
  const rotations = await countRotations();
  say(`${kind}: ${times * 2} refreshes, ${rotations} rotations, ${Date.now() - startedAtMs} ms`);
  expect(rotations).toBeGreaterThanOrEqual(times);
  await close();
});

test.each(kinds)('processes that are killed while they refresh (%s) lose no family', async (kind) => {
  const { start, countRotations, close } = await openShared(kind, 'killed');
  const killOneByOne = async () => {
    for (let at = 0; at < kills / 2; at += 1) {
      const worker = start(1000);
      await worker.said(2);
      // The kill comes anywhere in a refresh.
      await new Promise((resolve) => void setTimeout(resolve, Math.random() * 20));
      worker.kill();
      expect(await worker.ended).toMatchObject({ code: null, errors: '' });
    }
  };
  await Promise.all([killOneByOne(), killOneByOne()]);
  say(`${kind}: ${kills} kills while refreshing, ${await countRotations()} rotations`);
  await close();
});

const signedOut = 'session ended signed_out';
/** How a life ends when the process before it died at a step, where it does not end as if nothing had been. */
const endsAfter: Record<string, string> = {
  // The code is spent and the tokens are nowhere.
  'got 200 device_code': 'login failed answer_lost',
  'writes login redeemed': 'login failed answer_lost',
  // The family was revoked, and nobody wrote it down.
  'got 200 /revoke': 'session ended invalid_grant',
  'writes session ended': 'session ended invalid_grant',
};
const endAfter = (step: string) => endsAfter[step] ?? signedOut;

/** Lives in a process that dies at this step, and goes on in this one; undefined where the life has no such step. */
async function dieAndGoOn(kind: Kind, killAt: number | string) {
  const place = places.make(kind, `died at ${killAt}`.replaceAll('/', ''));
  const { code, lines, errors } = await startWorker({ urls: stack.urls, clientId, place, killAt }).ended;
  expect(errors).toBe('');
  if (code === 0) return undefined;
  const { close, ...keeper } = openKeeper(place);
  const end = await live(createRelyingParty(stack.urls), keeper, (login) => approve(stack.urls, login));
  await close();
  expectTidy(place, end.startsWith('login') ? ['login.json'] : ['login.json', 'session.json']);
  return { step: lines.at(-1) ?? '', end };
}

/** More than a life has. */
const everyStep = Array.from({ length: 60 }, (_, step) => step);
const mainSteps = ['got 200 refresh_token', 'writes session active', ...Object.keys(endsAfter)];
const atOnce = 4;

test.each([
  ['file', everyStep],
  ['postgres', isEveryStepMet ? everyStep : mainSteps],
] as const)(
  'a process that is killed at a step of its life (%s) is followed by one that goes on',
  async (kind, steps) => {
    const met: { step: string; end: string }[] = [];
    let isOver = false;
    for (let at = 0; at < steps.length && !isOver; at += atOnce) {
      const deaths = await Promise.all(steps.slice(at, at + atOnce).map((step) => dieAndGoOn(kind, step)));
      met.push(...deaths.filter((death) => death !== undefined));
      isOver = deaths.includes(undefined);
    }
    // On a slow machine one life has other steps than the next, so that no number may lead to one of them.
    const missed = mainSteps.filter((step) => !met.some((one) => one.step === step));
    const more = await Promise.all(missed.map((step) => dieAndGoOn(kind, step)));
    met.push(...more.filter((death) => death !== undefined));
    expect(met).toEqual(met.map(({ step }) => ({ step, end: endAfter(step) })));
    expect(met.map(({ step }) => step)).toEqual(expect.arrayContaining(mainSteps));
    expect(isOver).toBe(steps === everyStep);
    const lost = met.filter(({ end }) => end.endsWith('answer_lost'));
    say(`${kind}: ${met.length} kills at steps, ${lost.length} of them lost the answer of a redemption`);
  },
);
