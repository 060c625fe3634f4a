import type { Redis } from 'ioredis';

/** Gets a sentence for the operators, and what was found. */
export type WarnOfServer = (sentence: string, fields: Readonly<Record<string, string>>) => void;

/** The oldest major version that the tests run on. Valkey names the version of Redis that it speaks like. */
const oldest = 7;
const evictionWarning =
  'REDIS MAY DROP KEYS THAT ARE STILL NEEDED: set its maxmemory-policy to noeviction, or limits and one-time acts fail';
const ageWarning = `REDIS IS OLDER THAN THE TESTS RUN ON: version ${oldest}.0 or newer is needed`;

/**
 * Warns of a server that may evict keys, and of one that is too old. A server may forbid CONFIG and INFO, as managed ones do;
 * then nothing is known and nothing is said. Source: contract part 0 "Production".
 */
export async function warnOfServer(
  nodes: readonly Pick<Redis, 'config' | 'info'>[],
  warn: WarnOfServer,
): Promise<void> {
  const policies = await readAll(nodes, async (node) => {
    const [, policy] = (await node.config('GET', 'maxmemory-policy')) as (string | undefined)[];
    return policy;
  });
  const evicting = policies.find((policy) => policy !== 'noeviction');
  if (evicting !== undefined) warn(evictionWarning, { maxmemory_policy: evicting });
  const versions = await readAll(
    nodes,
    async (node) => /^redis_version:(\S+)/m.exec(await node.info('server'))?.[1],
  );
  const old = versions.find((version) => Number.parseInt(version, 10) < oldest);
  if (old !== undefined) warn(ageWarning, { redis_version: old });
}

/** What those nodes answer that answer. */
async function readAll<Node>(
  nodes: readonly Node[],
  read: (node: Node) => Promise<string | undefined>,
): Promise<string[]> {
  const answers = await Promise.allSettled(nodes.map(read));
  return answers.flatMap((one) => (one.status === 'fulfilled' && one.value !== undefined ? [one.value] : []));
}
