import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { allow, demo, fromNetwork } from '../../infra/local/person.ts';
import { tokensOf, type Answer } from '../../infra/local/raw-requests.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { startSsoFleet, type SsoFleet } from './sso-fleet.ts';

const teardown = createTeardown();
let fleet: SsoFleet;

beforeAll(async () => {
  const stack = await shareStack();
  teardown.add(stack.stop);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-code-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  fleet = await startSsoFleet(stack, folder, teardown);
});
afterAll(() => teardown.run());

/** Rounds of each test; 200 by hand. */
const rounds = Number(process.env['STORM_ROUNDS'] ?? 3);
const redirect_uri = 'http://localhost:3000/callback';
const client = demo.rp;

/** A code that a person has allowed at one of the processes, as the form that redeems it. */
async function allowCode(round: number): Promise<Record<string, string>> {
  const code_verifier = randomBytes(32).toString('base64url');
  const address = new URL(`${fleet.urlsOf(0).sso}/authorize`);
  const sent = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri,
    scope: 'openid offline_access',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(sent)) address.searchParams.set(name, value);
  const led = await allow(address.href, { network: fromNetwork(round) });
  const code = led.searchParams.get('code') ?? '';
  return { ...client, grant_type: 'authorization_code', code, redirect_uri, code_verifier };
}

const redeem = (at: number, form: Record<string, string>) => fleet.askToken(at, form);
const outcomeOf = (answer: Answer | undefined) =>
  answer === undefined ? 'none' : ((answer.body['error'] as string | undefined) ?? 'tokens');
const refresh = (answer: Answer | undefined) =>
  redeem(0, {
    ...client,
    grant_type: 'refresh_token',
    refresh_token: tokensOf(answer ?? { body: {} }).refresh_token,
  });

test('of 50 redemptions of a code at once over two processes one gets tokens, which live', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const form = await allowCode(round);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => redeem(at, form)));
    const won = answers.filter((answer) => outcomeOf(answer) === 'tokens');
    expect(won).toHaveLength(1);
    expect(outcomeOf(await refresh(won[0]))).toBe('tokens');
  }
});

test('kill -9 in the middle of 50 redemptions: tokens once at most, and the code is not stuck', async () => {
  for (let round = 0; round < rounds; round += 1) {
    // The one that dies has just started: without a redemption before it would not have begun.
    await redeem(1, await allowCode(round));
    const form = await allowCode(round);
    // It has the first request, and has done more or less with it by then.
    const storm = Array.from({ length: 50 }, (_, at) => redeem(at + 1, form));
    await wait((round % 16) * 8);
    await fleet.crashSecond();
    const answers = await Promise.all(storm);
    // The lease of a claim that died lasts 5 s; the code lives 60 s.
    for (let at = 0; at < 12 && !/tokens|invalid_grant/.test(outcomeOf(answers.at(-1))); at += 1) {
      await wait(1_000);
      answers.push(await redeem(0, form));
    }
    const won = answers.filter((answer) => outcomeOf(answer) === 'tokens');
    expect(won.length).toBeLessThanOrEqual(1);
    if (won.length === 1) expect(outcomeOf(await refresh(won[0]))).toBe('tokens');
    expect(['tokens', 'invalid_grant']).toContain(outcomeOf(await redeem(0, form)));
  }
});
