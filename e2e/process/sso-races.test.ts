import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '@latchkey/database';
import { allow, approve, demo, fromNetwork } from '../../infra/local/person.ts';
import {
  redemption,
  refreshing,
  repeatWhileBusy,
  startDevice,
  tokensOf,
  type Answer,
} from '../../infra/local/raw-requests.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { hashDeviceCode } from '../../services/sso/src/oauth/device/start-device-authorization.ts';
import { startSsoFleet, type SsoFleet } from './sso-fleet.ts';

const teardown = createTeardown();
let stack: Stack;
let fleet: SsoFleet;

beforeAll(async () => {
  stack = await shareStack();
  teardown.add(stack.stop);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sso-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  fleet = await startSsoFleet(stack, folder, teardown);
});
afterAll(() => teardown.run());

type Client = typeof demo.cli | typeof demo.rp;
const clients: readonly Client[] = [demo.cli, demo.rp];

/** One request to the first process. */
const askOnce = (form: Record<string, string>): Promise<Answer> =>
  repeatWhileBusy(async () => (await fleet.askToken(0, form)) ?? fail());

function fail(): never {
  throw new Error('sso gave no answer');
}

/** How often each outcome came: "tokens", or the error. */
function count(answers: readonly Pick<Answer, 'body'>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { body } of answers) {
    const outcome = (body['error'] as string | undefined) ?? 'tokens';
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

function querySso<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]> {
  const url = stack.environments.sso['DATABASE_URL'] ?? '';
  return withClient(url, async (client) => (await client.query<Row>(sql, [...values])).rows);
}

async function startApproved(client: Client, network: number) {
  const device = await startDevice(fleet.urlsOf(network), client);
  const person = { network: fromNetwork(network) };
  await approve(fleet.urlsOf(network + 1), { userCode: device.user_code }, person);
  return device;
}

/** Rounds of the storms below; 200 by hand. */
const rounds = Number(process.env['STORM_ROUNDS'] ?? 4);

const familiesOf = (deviceCode: string) =>
  querySso(
    `select f.id from refresh_families f join device_authorizations d using (id) where d.device_code_hash = $1`,
    [hashDeviceCode(deviceCode)],
  );

test('of 50 polls on fresh connections in one tick over two processes one gets tokens, which live', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const client = clients[round % 2] ?? demo.cli;
    const { device_code } = await startApproved(client, round);
    const answers = await stormAlone(redemption(client, device_code));
    expect(count(answers)).toEqual({ tokens: 1, invalid_grant: 49 });
    const tokens = tokensOf(answers.find(({ status }) => status === 200));
    const families = await familiesOf(device_code);
    expect(families).toEqual([{ id: tokens.binding_chain }]);
    expect(count([await askOnce(refreshing(client, tokens))])).toEqual({ tokens: 1 });
  }
});

/** The same request 50 times in one tick on fresh connections, by turns at the two processes; none is sent again. */
function stormAlone(form: Record<string, string>) {
  return Promise.all(Array.from({ length: 50 }, (_, at) => postAlone(fleet.urlsOf(at).sso, form)));
}

/** Posts a form to /token on a connection of its own. */
function postAlone(sso: string, form: Record<string, string>): Promise<Pick<Answer, 'status' | 'body'>> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = request(`${sso}/token`, { method: 'POST', agent: false, headers }, (response) => {
      json(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, body: body as Answer['body'] }),
        reject,
      );
    });
    sent.once('error', reject).end(new URLSearchParams(form).toString());
  });
}

test('50 parallel refreshes over two processes get the same body, and one successor', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const client = clients[round % 2] ?? demo.cli;
    const { device_code } = await startApproved(client, round);
    let tokens = tokensOf(await askOnce(redemption(client, device_code)));
    for (let generation = 1; generation <= 3; generation += 1) {
      const answers = await stormAlone(refreshing(client, tokens));
      expect(count(answers)).toEqual({ tokens: 50 });
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      const { binding_chain } = (tokens = tokensOf(answers[0]));
      const rows = await querySso('select generation, revoked_at from refresh_families where id = $1', [
        binding_chain,
      ]);
      expect(rows).toEqual([{ generation, revoked_at: null }]);
    }
  }
});

const redirect_uri = 'http://localhost:3000/callback';

/** A code that a person has allowed at one of the processes, as the form that redeems it. */
async function allowCode(round: number): Promise<Record<string, string>> {
  const code_verifier = randomBytes(32).toString('base64url');
  const address = new URL(`${fleet.urlsOf(0).sso}/authorize`);
  const sent = {
    response_type: 'code',
    client_id: demo.rp.client_id,
    redirect_uri,
    scope: 'openid offline_access',
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(sent)) address.searchParams.set(name, value);
  const led = await allow(address.href, { network: fromNetwork(round) });
  const code = led.searchParams.get('code') ?? '';
  return { ...demo.rp, grant_type: 'authorization_code', code, redirect_uri, code_verifier };
}

const redeem = (at: number, form: Record<string, string>) => fleet.askToken(at, form);
const outcomeOf = (answer: Answer | undefined) =>
  answer === undefined ? 'none' : ((answer.body['error'] as string | undefined) ?? 'tokens');
const refresh = (answer: Answer | undefined) =>
  redeem(0, {
    ...demo.rp,
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
