import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { withClient } from '@latchkey/database';
import { approve, demo, fromNetwork, openConfirmation } from '../../infra/local/person.ts';
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
import { createRedisClient } from '../../packages/database/src/index.ts';
import { parseKeyList } from '../../packages/secrets/src/index.ts';
import { hashDeviceCode } from '../../services/sso/src/device/start-device-authorization.ts';
import { createDeviceStore } from '../../services/sso/src/store/device-store.ts';
import { createSignedState } from '../../services/sso/src/store/signed-state.ts';
import type { TokenPackage } from '../../services/sso/src/token/token-package.ts';
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

/** The same request `times` times at once, by turns at the two processes. */
function storm(times: number, form: Record<string, string>): Promise<Answer[]> {
  const ask = async (at: number) => (await fleet.askToken(at, form)) ?? fail();
  return Promise.all(Array.from({ length: times }, (_, at) => repeatWhileBusy(() => ask(at))));
}

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
const rounds = Number(process.env['STORM_ROUNDS'] ?? 8);

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
    expect(count(await storm(1, refreshing(client, tokens)))).toEqual({ tokens: 1 });
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

test('approve, deny, redeem and revoke at once have one outcome, which everyone gets', async () => {
  const redis = createRedisClient(stack.environments.sso['REDIS_URL'] ?? '', {
    isCluster: false,
    onError: console.error,
  });
  teardown.add(() => redis.disconnect());
  const state = createSignedState(parseKeyList(stack.environments.sso['STATE_KEYS'] ?? ''));
  const devices = createDeviceStore(redis, { wrongPasswords: 5, state });
  const seen: Record<string, number> = {};
  for (let round = 0; round < 8; round += 1) {
    const { device_code, user_code } = await startDevice(stack.urls, demo.rp);
    const network = fromNetwork(round);
    const [mine, yours] = await Promise.all(
      [0, 1].map((at) => openConfirmation(fleet.urlsOf(at), user_code, { network })),
    );
    if (mine === undefined || yours === undefined) throw new Error('no confirmation');
    const poll = () => storm(2, redemption(demo.rp, device_code));
    const [approved, denied, revoked, ...polled] = await Promise.all([
      mine.send('approve'),
      yours.send('deny'),
      round % 2 === 0 ? devices.revoke(hashDeviceCode(device_code), 'revoked', Date.now()) : undefined,
      poll(),
      poll(),
    ]);
    const later = await storm(2, redemption(demo.rp, device_code));
    const delivered = [...polled.flat(), ...later].filter(({ status }) => status === 200);
    const last = await storm(2, redemption(demo.rp, device_code));
    const wasStopped = denied.status === 200 || revoked?.won === true;
    expect([approved.status, denied.status].filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(delivered).toHaveLength(wasStopped ? 0 : 1);
    expect(count(last)).toEqual(wasStopped ? { access_denied: 2 } : { invalid_grant: 2 });
    expect(await familiesOf(device_code)).toHaveLength(delivered.length);
    const outcome = revoked?.won ? 'revoked' : wasStopped ? 'denied' : 'redeemed';
    seen[outcome] = (seen[outcome] ?? 0) + 1;
  }
  console.log('outcomes of the races:', seen);
});

test('50 parallel refreshes over two processes get the same body, and one successor', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const client = clients[round % 2] ?? demo.cli;
    const { device_code } = await startApproved(client, round);
    let [tokens] = (await storm(1, redemption(client, device_code))).map(tokensOf);
    for (let generation = 1; generation <= 3; generation += 1) {
      const answers = await stormAlone(refreshing(client, tokens as TokenPackage));
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

test('a superseded token and its successor at once: at most one rotation, and then the family is gone or whole', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { device_code } = await startApproved(demo.rp, round);
    const [redeemed] = await storm(1, redemption(demo.rp, device_code));
    const first = tokensOf(redeemed);
    const [answer] = await storm(1, refreshing(demo.rp, first));
    const second = tokensOf(answer);
    const [old, ...next] = await Promise.all([
      storm(5, refreshing(demo.rp, first)),
      storm(5, refreshing(demo.rp, second)),
    ]);
    const handedOut = (answers: readonly Answer[]) =>
      new Set(
        answers.filter(({ status }) => status === 200).map(({ body }) => body['refresh_token'] as string),
      );
    expect([...handedOut(old)].filter((token) => token !== second.refresh_token)).toEqual([]);
    expect(handedOut(next.flat()).size).toBeLessThanOrEqual(1);
    const [row] = await querySso<{ generation: number }>(
      'select generation from refresh_families where id = $1',
      [first.binding_chain],
    );
    expect(row?.generation).toBeLessThanOrEqual(2);
  }
});
