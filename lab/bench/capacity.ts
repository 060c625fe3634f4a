import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { addPeople } from '../../infra/local/add-people.ts';
import { launchStack } from '../../infra/local/launch-stack.ts';
import { approve, demo, fromNetwork } from '../../infra/local/person.ts';
import { printTable } from '../../infra/local/print-table.ts';
import {
  postForm,
  postJson,
  redemption,
  refreshing,
  startDevice,
  tokensOf,
} from '../../infra/local/raw-requests.ts';
import { runCommand } from '../../infra/local/run-command.ts';
import { findPorts } from '../../infra/local/service-list.ts';
import type { Teardown } from '../../infra/local/teardown.ts';
import { unlimited } from '../unlimited.ts';
import { measureRowBytes, tables } from './capacity/row-bytes.ts';
import { emails, measureStartOfDay } from './capacity/start-of-day.ts';
import { startServers } from './load/start-services.ts';

/**
 * Measures what docs/scaling.md calculates with: the bytes of each kind of row among 10,000 of them, those of a device
 * code in Redis, and 200 sign-ins on the page at one moment with one replica of each service.
 */
const codes = 1_000;

async function start(teardown: Teardown) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-capacity-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const servers = await startServers(folder, teardown);
  const ports = await findPorts();
  const overrides = { ...unlimited, sso: { ...unlimited.sso, REFRESH_GRACE_SECONDS: '0' } };
  const stack = await launchStack({ ...servers, ports, logDir: folder, overrides }, teardown);
  return { ...stack, servers };
}

type Place = Awaited<ReturnType<typeof start>>;

/** One act of each kind, so that each table has a row. */
async function act({ urls }: Place): Promise<void> {
  const { device_code, user_code } = await startDevice(urls, demo.rp);
  await approve(urls, { userCode: user_code }, { network: fromNetwork(1) });
  let tokens = tokensOf(await postForm(`${urls.sso}/token`, redemption(demo.rp, device_code)));
  const token = tokens.access_token;
  for (let round = 0; round < 2; round += 1)
    tokens = tokensOf(await postForm(`${urls.sso}/token`, refreshing(demo.rp, tokens)));
  for (const id of ['stays', 'ends'])
    await postJson(`${urls.drop}/v1/drop/store`, {
      token,
      id,
      key: 'a passphrase',
      payload: 'x'.repeat(1_000),
    });
  const taken = await postJson(`${urls.drop}/v1/drop/consume`, { token, id: 'ends', key: 'a passphrase' });
  if (taken.status !== 200) throw new Error(`a drop was answered ${taken.status}`);
}

async function measureRows({ servers }: Place): Promise<string[][]> {
  const lines: string[][] = [];
  for (const [service, list] of Object.entries(tables))
    for (const table of list) {
      const url = servers.databaseUrls[service as keyof typeof tables];
      lines.push([table.what, String(Math.round(await measureRowBytes(url, table)))]);
    }
  return lines;
}

/** Bytes of Redis for each device code that waits. */
async function measureCode({ urls, servers }: Place): Promise<number> {
  const redis = new Redis(servers.redisUrl);
  const read = async () => Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
  await startDevice(urls, demo.cli);
  const before = await read();
  for (let at = 0; at < codes; at += 1) await startDevice(urls, demo.cli);
  const bytes = ((await read()) - before) / codes;
  redis.disconnect();
  return bytes;
}

await runCommand(async (teardown) => {
  const place = await start(teardown);
  await addPeople(place.servers.databaseUrls['user-api'], emails);
  console.log(`\nMachine: ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
  const names = ['sso', 'user-api', 'drop'] as const;
  const pids = names.map((name) => place.processes[name].pid);
  for (const networks of [200, 1]) {
    const { counts, seconds, cpuMs } = await measureStartOfDay(place.urls, pids, networks);
    const cpu = names.map((name, at) => `${name} ${cpuMs[at]?.toFixed(1)}`).join(', ');
    console.log(
      `200 sign-ins at once from ${networks} networks: ${JSON.stringify(counts)} in ${seconds.toFixed(1)} s; CPU in ms for each: ${cpu}`,
    );
  }
  await act(place);
  const code = await measureCode(place);
  const lines = [...(await measureRows(place)), ['device code in Redis', String(Math.round(code))]];
  console.log(`\n${printTable(['row', 'bytes'], lines)}`);
  return 0;
});
