import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient, withDatabaseName } from '@latchkey/database';
import { Redis } from 'ioredis';
import { readTail, startProcess } from '../../../infra/local/child-process.ts';
import { accepts, findFreePort, waitUntil } from '../../../infra/local/ports.ts';
import type { ServiceName } from '../../../infra/local/service-list.ts';
import type { Teardown } from '../../../infra/local/teardown.ts';
import { addFloorTables, addPeople } from './add-rows.ts';
import { createApprover } from './approve-codes.ts';
import type { Person } from './request.ts';
import { startServers, startServices, type Servers } from './start-services.ts';

export interface Place extends Servers {
  readonly ports: Readonly<Record<ServiceName, number>>;
  readonly peerPorts: Readonly<Record<'oidcRedis' | 'oidcPostgres' | 'express', number>>;
  /** Ids of all processes that answer, by name. */
  readonly processes: Readonly<Record<string, number>>;
  readonly people: readonly Person[];
  approve(deviceCodes: readonly string[]): Promise<void>;
  allow(count: number): Promise<string[]>;
}

/** Starts everything that the workloads need, on ports that are free. */
export async function startPlace(folder: string, teardown: Teardown): Promise<Place> {
  const servers = await startServers(folder, teardown);
  const { ssoEnvironment, ports, pids } = await startServices(servers, folder, teardown);
  const approver = createApprover(ssoEnvironment);
  teardown.add(approver.close);
  const people = await withClient(servers.databaseUrls['user-api'], addPeople);
  const peers = await startPeers(servers, folder, teardown);
  return {
    ...servers,
    ports,
    peerPorts: {
      oidcRedis: peers.oidcRedis.port,
      oidcPostgres: peers.oidcPostgres.port,
      express: peers.express.port,
    },
    processes: {
      ...pids,
      'oidc-provider, Redis': peers.oidcRedis.pid,
      'oidc-provider, PostgreSQL': peers.oidcPostgres.pid,
      express: peers.express.pid,
      ...(await findServerProcesses(servers)),
    },
    people,
    approve: (deviceCodes) => approver.approve(deviceCodes, people),
    allow: (count) => approver.allow(count, people),
  };
}

async function startPeers(servers: Servers, folder: string, teardown: Teardown) {
  const { secrets, postgresUrl, redisUrl, databaseUrls } = servers;
  const floorUrl = withDatabaseName(postgresUrl, 'floor');
  await withClient(postgresUrl, (client) => client.query('create database floor'));
  await withClient(floorUrl, addFloorTables);
  const keys = { SIGNING_KEYS_FILE: secrets.signingKeysFile };
  const start = (file: string, environment: Readonly<Record<string, string>>) =>
    startPeer(file, { folder, environment: { ...keys, ...environment } }, teardown);
  return {
    oidcRedis: await start('oidc-provider.ts', { REDIS_URL: redisUrl }),
    oidcPostgres: await start('oidc-provider.ts', { DATABASE_URL: floorUrl }),
    express: await start('express.ts', {
      REDIS_URL: redisUrl,
      DATABASE_URL: floorUrl,
      USERS_DATABASE_URL: databaseUrls['user-api'],
    }),
  };
}

async function findServerProcesses({ redisUrl, postgresUrl }: Servers) {
  const redis = new Redis(redisUrl);
  const redisPid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
  redis.disconnect();
  const folder = await withClient(postgresUrl, async (client) => {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory ?? '';
  });
  const [postgresPid] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1);
  return { redis: redisPid, postgres: Number(postgresPid) };
}

interface Peer {
  readonly port: number;
  readonly pid: number;
}

const peersDir = join(import.meta.dirname, '../peers');

/** Starts a server of peers/ on a free port and waits until it listens. */
async function startPeer(
  file: string,
  { folder, environment }: { folder: string; environment: Readonly<Record<string, string>> },
  teardown: Teardown,
): Promise<Peer> {
  const port = await findFreePort();
  const logFile = join(folder, `${port}.log`);
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), ...environment };
  const running = await startProcess(
    {
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', join(peersDir, file)],
      options: { env },
      logFile,
      mark: file,
      stopSignal: 'SIGTERM',
      stopLimitSeconds: 5,
    },
    teardown,
  );
  const failure = (reason: string) => new Error(`${file} ${reason}:\n${readTail(logFile)}`);
  const isUp = async (): Promise<boolean> => {
    if (running.hasEnded()) throw failure('ended while starting');
    return accepts('127.0.0.1', port);
  };
  await waitUntil(isUp, () => failure('does not listen'));
  return { port, pid: running.pid };
}
