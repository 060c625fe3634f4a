import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '@latchkey/migrations';
import { useTestDatabase } from '@latchkey/testing';
import type { LoggedEvent } from '../../src/event/event-log.ts';
import { followEvents } from '../../src/event/follow-events.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createEventLogStore } from '../../src/store/event-log-store.ts';

const insert = `insert into drop_events (at, drop_id, owner, event, actor) values (now(), $1, 'o', 'stored', 'o')`;

const database = useTestDatabase('drop', (url) => {
  const { prisma, close } = createDatabase(url, 2);
  return { url, log: createEventLogStore(prisma), close };
});
beforeEach(() => withClient(database().url, (client) => client.query('truncate drop_events')));

test('an event whose transaction ends late is not skipped, and each event is read once', async () => {
  const { url, log } = database();
  const seen: LoggedEvent[] = [];
  await withClient(url, (slow) =>
    withClient(url, async (quick) => {
      await quick.query(insert, ['early']);
      await slow.query('begin');
      await slow.query(insert, ['slow']);
      await quick.query(insert, ['quick']);
      let rounds = 0;
      await followEvents(log, {
        from: 'start',
        write: (event) => void seen.push(event),
        wait: async () => {
          rounds += 1;
          if (rounds === 5) await slow.query('commit');
          await pause(10);
          return seen.length < 3;
        },
      });
    }),
  );
  expect(seen.map(({ drop_id: id }) => id)).toEqual(['early', 'slow', 'quick']);
  expect(seen[0]).toEqual({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    drop_id: 'early',
    owner: 'o',
    event: 'stored',
    actor: 'o',
    request_id: null,
    reason: null,
  });
});

test('from the end, every later event is read, and no earlier one', async () => {
  const { url, log } = database();
  const seen: string[] = [];
  await withClient(url, async (client) => {
    await client.query(insert, ['before']);
    while ((await log.position('end')).id === '0') await pause(10);
    let rounds = 0;
    await followEvents(log, {
      from: 'end',
      write: (event) => void seen.push(event.drop_id),
      wait: async () => {
        rounds += 1;
        if (rounds === 1) {
          await client.query(`insert into drop_events (at, drop_id, owner, event, actor)
            select now(), 'after-' || n, 'o', 'stored', 'o' from generate_series(1, 1203) n`);
        }
        await pause(10);
        return seen.length < 1203;
      },
    });
  });
  expect(seen).toHaveLength(1203);
  expect(new Set(seen).size).toBe(1203);
  expect(seen).not.toContain('before');
});

test('each month has a partition, and an event of another month goes to the default partition', async () => {
  const found = await withClient(database().url, async (client) => {
    await client.query('select ensure_drop_event_months(3), ensure_drop_event_months(3)');
    await client.query(`insert into drop_events (at, drop_id, owner, event, actor)
      values (now(), 'now', 'o', 'e', 'o'), ('1999-05-05', 'old', 'o', 'e', 'o')`);
    const { rows } = await client.query<{ drop_id: string; place: string; this_month: string }>(
      `select drop_id, tableoid::regclass::text as place,
        'drop_events_' || to_char(now() at time zone 'UTC', 'YYYY_MM') as this_month from drop_events order by drop_id`,
    );
    return rows;
  });
  expect(found.map(({ place }) => place)).toEqual([found[0]?.this_month, 'drop_events_default']);
});
