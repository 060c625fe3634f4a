/** Where Redis comes from: a server that runs, a program on this machine, or a container. */
export type RedisSource =
  { kind: 'url'; url: string } | { kind: 'program'; command: string } | { kind: 'docker' };

/** What the search looks at and may do; passed in so that each way can be tried without having it. */
export interface RedisProbes {
  redisUrl: string | undefined;
  findProgram: (name: string) => string | undefined;
  /** Root on Debian or Ubuntu. */
  mayUseApt: () => boolean;
  installWithApt: () => Promise<void>;
  dockerAnswers: () => Promise<boolean>;
}

const programs = ['redis-server', 'valkey-server'];

function findInstalled(probes: RedisProbes): RedisSource | undefined {
  const command = programs.map(probes.findProgram).find((found) => found !== undefined);
  return command === undefined ? undefined : { kind: 'program', command };
}

async function tryApt(probes: RedisProbes): Promise<RedisSource | undefined> {
  if (!probes.mayUseApt()) return undefined;
  await probes.installWithApt().catch(() => undefined);
  return findInstalled(probes);
}

/**
 * Finds Redis in the order of contract part 4: REDIS_URL, redis-server or valkey-server on the PATH, apt as root on
 * Debian or Ubuntu, Docker when an engine answers. Throws the sentence that names the two ways to get it.
 */
export async function findRedis(probes: RedisProbes): Promise<RedisSource> {
  if (probes.redisUrl !== undefined && probes.redisUrl !== '') return { kind: 'url', url: probes.redisUrl };
  const program = findInstalled(probes) ?? (await tryApt(probes));
  if (program !== undefined) return program;
  if (await probes.dockerAnswers()) return { kind: 'docker' };
  throw new Error(
    'Latchkey needs Redis: install redis-server (or valkey-server) so that it is on the PATH, ' +
      'or set REDIS_URL to a Redis that runs.',
  );
}
