import { findRedis, type RedisProbes } from './find-redis.ts';

/** A machine with nothing but what `present` says. */
function createMachine(present: {
  redisUrl?: string;
  programs?: string[];
  aptBrings?: string[];
  docker?: boolean;
}): RedisProbes & { installs: () => number } {
  const programs = [...(present.programs ?? [])];
  let installs = 0;
  return {
    redisUrl: present.redisUrl,
    findProgram: (name) => (programs.includes(name) ? `/usr/bin/${name}` : undefined),
    mayUseApt: () => present.aptBrings !== undefined,
    installWithApt: async () => {
      installs += 1;
      if (present.aptBrings?.length === 0) throw new Error('no such package');
      programs.push(...(present.aptBrings ?? []));
    },
    dockerAnswers: async () => present.docker ?? false,
    installs: () => installs,
  };
}

describe('findRedis', () => {
  const bare = 'Latchkey needs Redis: install redis-server (or valkey-server) so that it is on the PATH, ';

  test.each([
    ['nothing', {}],
    ['an apt that has no Redis', { aptBrings: [] }],
    ['an empty REDIS_URL', { redisUrl: '' }],
  ])('with %s, one sentence names the two ways', async (_, present) => {
    await expect(findRedis(createMachine(present))).rejects.toThrow(
      `${bare}or set REDIS_URL to a Redis that runs.`,
    );
  });

  test("the sentence ends with apt's reason", async () => {
    await expect(findRedis(createMachine({ aptBrings: [] }))).rejects.toThrow(
      /runs\.\nInstalling it with apt failed: no such package$/,
    );
  });

  test.each([
    [
      'REDIS_URL before all',
      { redisUrl: 'redis://there', programs: ['redis-server'] },
      { kind: 'url', url: 'redis://there' },
    ],
    [
      'redis-server before valkey-server',
      { programs: ['valkey-server', 'redis-server'] },
      { kind: 'program', command: '/usr/bin/redis-server' },
    ],
    [
      'valkey-server before apt',
      { programs: ['valkey-server'], aptBrings: ['redis-server'] },
      { kind: 'program', command: '/usr/bin/valkey-server' },
    ],
    [
      'apt before Docker',
      { aptBrings: ['redis-server'], docker: true },
      { kind: 'program', command: '/usr/bin/redis-server' },
    ],
    ['Docker when apt has none', { aptBrings: [], docker: true }, { kind: 'docker' }],
    ['Docker last', { docker: true }, { kind: 'docker' }],
  ])('Redis is found: %s', async (_, present, source) => {
    expect(await findRedis(createMachine(present))).toEqual(source);
  });

  test('nothing is installed where Redis is there already', async () => {
    const machine = createMachine({ programs: ['redis-server'], aptBrings: ['redis-server'] });
    await findRedis(machine);
    expect(machine.installs()).toBe(0);
  });
});
