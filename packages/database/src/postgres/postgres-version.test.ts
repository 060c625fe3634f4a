import { assertPostgresVersion, createVersionCheck } from './postgres-version.ts';

function createServer(version: string) {
  let asked = 0;
  const query = async () => {
    asked += 1;
    return { rows: [{ server_version: version }] };
  };
  return { query, asked: () => asked };
}

test.each(['14.22', '9.6.24', '14.22 (Debian 14.22-1)'])(
  'PostgreSQL %s is refused with its version',
  async (version) => {
    const check = createVersionCheck(createServer(version));
    for (const _time of [1, 2])
      await expect(check()).rejects.toThrow(`PostgreSQL ${version} is too old: 15 or newer is needed.`);
  },
);

test.each(['15.0', '15.18 (Debian 15.18-0+deb12u1)', '18beta1', 'unknown'])(
  'PostgreSQL %s is accepted',
  (version) => assertPostgresVersion(createServer(version)),
);

test('a check that has succeeded asks no more', async () => {
  const server = createServer('18.4');
  const check = createVersionCheck(server);
  await check();
  await check();
  expect(server.asked()).toBe(1);
});
