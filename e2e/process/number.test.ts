import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '@latchkey/database';
import { demo, fromNetwork, openConfirmation } from '../../infra/local/person.ts';
import { postForm, redemption, tokensOf, type Answer } from '../../infra/local/raw-requests.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { startSsoFleet, type SsoFleet } from './sso-fleet.ts';

const teardown = createTeardown();
let stack: Awaited<ReturnType<typeof shareStack>>;
/** The first process wants no number; the second wants one of every device that begins there. */
let fleet: SsoFleet;

beforeAll(async () => {
  stack = await shareStack();
  teardown.add(stack.stop);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-number-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  fleet = await startSsoFleet(stack, folder, teardown, { DEVICE_CONFIRMATION: 'all' });
});
afterAll(() => teardown.run());

let networks = 0;

/** A device of the second process that a person has approved there, with the number that the page shows. */
async function startHeld() {
  const network = fromNetwork((networks += 1));
  const urls = fleet.urlsOf(1);
  const form = { ...demo.rp, confirmation: 'number' };
  const { body: device } = await postForm(`${urls.sso}/device_authorization`, form, network);
  const code = String(device['device_code']);
  const { send } = await openConfirmation(urls, String(device['user_code']), { network });
  const { body } = await send('approve');
  const number = String(body['number']);
  const wrong = number === '0000' ? '0001' : '0000';
  /** Polls at one of the two; undefined where it gave no answer. */
  const poll = (at: number, confirmation?: string) =>
    fleet.askToken(at, { ...redemption(demo.rp, code), ...(confirmation !== undefined && { confirmation }) });
  return { number, wrong, poll };
}

const outcomeOf = (answer: Answer | undefined) =>
  answer?.status === 200 ? 'tokens' : ((answer?.body['error'] as string | undefined) ?? 'none');

function count(answers: readonly (Answer | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of answers.map(outcomeOf)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const isLive = async (answer: Answer | undefined) =>
  withClient(stack.environments.sso['DATABASE_URL'] ?? '', async (client) => {
    const { rows } = await client.query('select from refresh_families where id = $1 and revoked_at is null', [
      tokensOf(answer).binding_chain,
    ]);
    return rows.length === 1;
  });

test('of 50 right numbers at once over two processes one gets tokens, which live', async () => {
  const { number, poll } = await startHeld();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => poll(at, number)));
  expect(count(answers)).toEqual({ tokens: 1, invalid_grant: 49 });
  expect(await isLive(answers.find((answer) => outcomeOf(answer) === 'tokens'))).toBe(true);
});

test('of 50 wrong numbers at once over two processes the first leaves the code, and the second ends it', async () => {
  const { number, wrong, poll } = await startHeld();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => poll(at, wrong)));
  expect(count(answers)).toEqual({ authorization_pending: 1, access_denied: 49 });
  expect(outcomeOf(await poll(0, number))).toBe('access_denied');
});

test('kill -9 between the approval and the number: the other process takes it', async () => {
  const { number, wrong, poll } = await startHeld();
  await fleet.crashSecond();
  expect(outcomeOf(await poll(0, wrong))).toBe('authorization_pending');
  expect(outcomeOf(await poll(0, number))).toBe('tokens');
});

test('kill -9 between the number and the pickup: tokens once at most, and nothing is stuck', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { number, poll } = await startHeld();
    const sent = poll(1, number);
    await wait(round * 16);
    await fleet.crashSecond();
    const outcomes = [outcomeOf(await sent)];
    // The lease of a claim that died lasts 5 s.
    for (let at = 0; at < 12 && !['tokens', 'invalid_grant'].includes(outcomes.at(-1) ?? ''); at += 1) {
      // The number may not have arrived.
      outcomes.push(outcomeOf(await poll(0, number)));
      await wait(1_000);
    }
    expect(outcomes.filter((one) => one === 'tokens').length).toBeLessThanOrEqual(1);
    expect(['tokens', 'invalid_grant']).toContain(outcomes.at(-1));
  }
});
