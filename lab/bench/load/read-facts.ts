import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { withClient } from '@latchkey/database';
import { Redis } from 'ioredis';
import type { Servers } from './start-services.ts';

/** What a figure depends on, for the head of the results. */
export type Facts = Readonly<Record<'machine' | 'Node' | 'PostgreSQL' | 'Redis' | 'packages', string>>;

const packages = ['express', 'oidc-provider', 'pg', 'ioredis', '@node-rs/argon2'];

function versionOf(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name);
  // Some packages do not export their package.json.
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = readManifest(join(folder, 'package.json'));
    if (manifest?.name === name) return `${name} ${manifest.version}`;
  }
  return name;
}

function readManifest(path: string): { name: string; version: string } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as { name: string; version: string };
  } catch {
    return undefined;
  }
}

export async function readFacts({ postgresUrl, redisUrl }: Servers): Promise<Facts> {
  const postgres = await withClient(postgresUrl, async (client) => {
    const { rows } = await client.query<{ version: string; commit: string; fsync: string }>(
      `select current_setting('server_version') as version, current_setting('synchronous_commit') as commit,
         current_setting('fsync') as fsync`,
    );
    return rows[0];
  });
  const redis = new Redis(redisUrl);
  const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1];
  const [, append] = await redis.config('GET', 'appendonly');
  redis.disconnect();
  const [cpu] = cpus();
  return {
    machine: `${cpu?.model ?? 'unknown'}, ${cpus().length} cores`,
    Node: process.version,
    PostgreSQL: `${postgres?.version}, synchronous_commit ${postgres?.commit}, fsync ${postgres?.fsync}`,
    Redis: `${version}, appendonly ${append}`,
    packages: packages.map(versionOf).join(', '),
  };
}
