import { warnOfServer } from './warn-of-server.ts';

type Node = Parameters<typeof warnOfServer>[0][number];

function createNode(version: string, policy = 'noeviction'): Node {
  const config = async () => ['maxmemory-policy', policy];
  const info = async () => `# Server\r\nredis_version:${version}\r\nredis_mode:standalone\r\n`;
  return { config, info };
}
// The warnings ask nothing else.
const closed = {
  config: () => Promise.reject(new Error('NOPERM')),
  info: () => Promise.reject(new Error('NOPERM')),
} as unknown as Node;

async function listWarnings(nodes: readonly Node[]): Promise<object[]> {
  const warnings: object[] = [];
  await warnOfServer(nodes, (_sentence, fields) => void warnings.push(fields));
  return warnings;
}

test.each(['6.2.14', '5.0.3'])('a cluster with one node of version %s is warned of', async (version) => {
  expect(await listWarnings([createNode('7.0.15'), createNode(version)])).toEqual([
    { redis_version: version },
  ]);
});

test('a server that evicts and is too old is warned of twice', async () => {
  expect(await listWarnings([createNode('6.0.16', 'allkeys-lru')])).toEqual([
    { maxmemory_policy: 'allkeys-lru' },
    { redis_version: '6.0.16' },
  ]);
});

test('nothing is said of a server that is new enough, or answers neither CONFIG nor INFO', async () => {
  expect(await listWarnings([createNode('7.0.15'), createNode('8.2.1'), closed])).toEqual([]);
});
