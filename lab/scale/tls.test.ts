import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '@latchkey/database';
import { createLocalCertificate } from '@latchkey/testing';
import { startRedisNode } from '../../e2e/process/redis-node.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { openPlace } from './open-place.ts';
import { play } from './play.ts';
import { databasesOf, startTlsPostgres } from './servers.ts';

const teardown = createTeardown();
afterAll(() => teardown.run());

test('TLS to PostgreSQL and to Redis, which take nothing else: no answer fails', async () => {
  const certificate = createLocalCertificate();
  const postgres = await startTlsPostgres(certificate, teardown);
  const databases = databasesOf(postgres.url);
  const redis = await startRedisNode((port, folder) => {
    const write = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    return [
      'port 0',
      `tls-port ${port}`,
      `tls-key-file "${write('redis.key', certificate.key)}"`,
      `tls-cert-file "${write('redis.crt', certificate.certificate)}"`,
      `tls-ca-cert-file "${join(folder, 'redis.crt')}"`,
      'tls-auth-clients no',
      'save ""',
    ];
  }, teardown);
  const environmentOf = () => ({ NODE_EXTRA_CA_CERTS: postgres.authority });
  const redisUrl = `rediss://localhost:${redis.port}`;
  const place = await openPlace({ databases, redisUrl, environmentOf }, teardown);

  const plain = new URL(databases.sso);
  plain.search = '';
  await expect(withClient(plain.href, (client) => client.query('select 1'))).rejects.toThrow('no encryption');

  const row = await play(place, { name: 'TLS to PostgreSQL and Redis', disturb: () => Promise.resolve() });
  expect(row.failed).toEqual({});
  expect(row).toMatchObject({ lost: [], twice: [], odd: [], begunAgain: 0 });
});
