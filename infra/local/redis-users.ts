import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedisClient } from '@latchkey/database';
import { rootDir } from './paths.ts';
import { mapServices, type ServiceName } from './service-list.ts';

const file = join(rootDir, 'infra/ops/redis/users.redis');

/** The words of the line for the Redis user of a service, from ACL on. */
function readRedisUser(name: ServiceName): string[] {
  const [line] = new RegExp(`^ACL SETUSER ${name} .*$`, 'm').exec(readFileSync(file, 'utf8')) ?? [];
  if (line === undefined) throw new Error(`infra/ops/redis has no Redis user for ${name}.`);
  return line.split(' ');
}

/**
 * Makes the Redis users of infra/ops/redis, exactly as it has them, and answers the address of each service. A user may
 * also choose the database that the address names.
 */
export async function makeRedisUsers(url: string, password: string): Promise<Record<ServiceName, string>> {
  const redis = createRedisClient(url, { isCluster: false, onError: () => undefined });
  const ownDatabase = new URL(url).pathname.length > 1 ? ['+select'] : [];
  try {
    const lines = mapServices(({ name }) => readRedisUser(name));
    for (const [command = '', ...words] of Object.values(lines)) {
      const filled = words.map((word) => word.replace('>PASSWORD', `>${password}`));
      await redis.call(command, ...filled, ...ownDatabase);
    }
  } finally {
    redis.disconnect();
  }
  return mapServices(({ name }) => {
    const own = new URL(url);
    [own.username, own.password] = [name, password];
    return own.href;
  });
}
