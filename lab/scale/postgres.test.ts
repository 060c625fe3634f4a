import { withClient } from '@latchkey/database';
import { createTeardown } from '../../infra/local/teardown.ts';
import { openPlace } from './open-place.ts';
import { play } from './play.ts';
import { databasesOf, startPair, startPgbouncer } from './servers.ts';

const teardown = createTeardown();
afterAll(() => teardown.run());

test('a synchronous standby is promoted after its primary has died: 503 until then', async () => {
  const postgres = await startPair(teardown);
  const place = await openPlace({ databases: databasesOf(postgres.url) }, teardown);
  const row = await play(
    { ...place },
    {
      name: 'PostgreSQL dies, its synchronous standby is promoted',
      async disturb() {
        await postgres.killPrimary();
        await postgres.promote();
      },
    },
  );
  expect(row).toMatchObject({ lost: [], twice: [], odd: [], begunAgain: 0 });
  expect(Object.keys(row.failed).filter((status) => status !== '503')).toEqual([]);
});

test('PgBouncer in session mode in front of each database: no answer fails', async () => {
  const server = process.env['TEST_POSTGRES_URL'] ?? '';
  const role = decodeURIComponent(new URL(server).username);
  const names = ['statement_timeout = 4000', `timezone = 'UTC'`, 'random_page_cost = 1.1'];
  await withClient(server, async (client) => {
    for (const setting of names) await client.query(`alter role "${role}" set ${setting}`);
  });
  const pooler = await startPgbouncer(server, teardown);
  const places = databasesOf(pooler);
  const environmentOf = (name: keyof typeof places) => ({ DATABASE_URL: places[name] });
  const place = await openPlace({ databases: databasesOf(server), environmentOf }, teardown);
  const row = await play(place, {
    name: 'PgBouncer in session mode',
    disturb: () => Promise.resolve(),
  });
  expect(row.failed).toEqual({});
  expect(row).toMatchObject({ lost: [], twice: [], odd: [], begunAgain: 0 });
});
