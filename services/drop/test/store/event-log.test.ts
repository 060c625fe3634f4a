import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresPool, withClient } from '@latchkey/database';
import { useTestDatabase } from '@latchkey/testing';
import type { LoggedEvent } from '../../src/event/event-log.ts';
import { followEvents } from '../../src/event/follow-events.ts';
import { createEventLogStore } from '../../src/store/event-log-store.ts';
import { createUpkeepStore } from '../../src/store/upkeep-store.ts';

const insert = `insert into drop_events (at, drop_id, owner, event, actor) values (now(), $1, 'o', 'stored', 'o')`;

const database = useTestDatabase('drop', (url) => {
  const pool = createPostgresPool(url, { size: 2, name: 'drop' });
  return { url, log: createEventLogStore(pool), upkeep: createUpkeepStore(pool), close: () => pool.end() };
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
    caller_request_id: null,
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

test('a role that does not own the tables makes and drops months where it may run the functions, and no other', async () => {
  const role = `runs_${randomUUID().replaceAll('-', '')}`;
  const keepMonths = 'select ensure_drop_event_months(13), drop_old_event_months(180)';
  await withClient(database().url, async (client) => {
    await client.query(`create role ${role}`);
    try {
      await client.query(`create table drop_events_2001_01 partition of drop_events
        for values from ('2001-01-01 00:00+00') to ('2001-02-01 00:00+00')`);
      await client.query(`set role ${role}`);
      await expect(client.query(keepMonths)).rejects.toThrow('permission denied for function');
      await client.query('reset role');
      await client.query(
        `grant execute on function ensure_drop_event_months, drop_old_event_months to ${role}`,
      );
      await client.query(`set role ${role}`);
      await client.query(keepMonths);
      const { rows } = await client.query(`select to_regclass('drop_events_2001_01') as old,
        to_regclass('drop_events_' || to_char(now() at time zone 'UTC' + interval '13 months', 'YYYY_MM')) is null as "isMissing"`);
      expect(rows).toEqual([{ old: null, isMissing: false }]);
    } finally {
      await client.query('reset role');
      await client.query(`drop owned by ${role}`);
      await client.query(`drop role ${role}`);
    }
  });
});

describe('a month is deleted once its last event is 180 days old', () => {
  const batch = { rows: 2, bytes: 1 };

  /** Makes the month that lies `months` back, with an event `days` old, or none. Answers its name. */
  async function makeMonth(months: number, days?: number): Promise<string> {
    return withClient(database().url, async (client) => {
      const { rows } = await client.query<{ name: string; from: string; to: string }>(
        `select 'drop_events_' || to_char(first, 'YYYY_MM') as name, first::text || '+00' as from,
          (first + interval '1 month')::text || '+00' as to
        from (select date_trunc('month', now() at time zone 'UTC') - make_interval(months => $1) as first) f`,
        [months],
      );
      const { name = '', from, to } = rows[0] ?? {};
      await client.query(
        `create table ${name} partition of drop_events for values from ('${from}') to ('${to}')`,
      );
      if (days !== undefined)
        await client.query(
          `insert into drop_events (at, drop_id, owner, event, actor)
          values (now() - make_interval(days => $1), 'd', 'o', 'e', 'o')`,
          [days],
        );
      return name;
    });
  }

  async function monthsLeft(): Promise<string[]> {
    return withClient(database().url, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
        where inhparent = 'drop_events'::regclass`,
      );
      return rows.map(({ name }) => name);
    });
  }

  test('old and empty past months go; the default, this month and the next ones stay', async () => {
    const [empty, kept] = [await makeMonth(9), await makeMonth(3, 91)];
    const before = await monthsLeft();
    expect(await database().upkeep.removeOldEvents(batch, 180)).toBe(1);
    expect(await monthsLeft()).toEqual(before.filter((name) => name !== empty));
    // The event is 91 days old: at 92 days it is needed, at 90 it is not.
    expect(await database().upkeep.removeOldEvents(batch, 92)).toBe(0);
    expect(await monthsLeft()).toContain(kept);
    expect(await database().upkeep.removeOldEvents(batch, 90)).toBe(1);
    expect(await monthsLeft()).not.toContain(kept);
  });

  test('old events that no month was made for go in batches', async () => {
    await withClient(database().url, (client) =>
      client.query(`insert into drop_events (at, drop_id, owner, event, actor)
        select '1999-05-05', 'old-' || n, 'o', 'e', 'o' from generate_series(1, 3) n`),
    );
    const { upkeep } = database();
    expect(await upkeep.removeOldEvents(batch, 180)).toBe(2);
    expect(await upkeep.removeOldEvents(batch, 180)).toBe(1);
    expect(await upkeep.removeOldEvents(batch, 180)).toBe(0);
  });

  test('a month that somebody reads stays, and is deleted by the next sweep', async () => {
    const month = await makeMonth(9);
    await withClient(database().url, async (reader) => {
      await reader.query('begin; select from drop_events limit 1');
      expect(await database().upkeep.removeOldEvents(batch, 180)).toBe(0);
      await reader.query('commit');
    });
    expect(await database().upkeep.removeOldEvents(batch, 180)).toBe(1);
    expect(await monthsLeft()).not.toContain(month);
  });
});

test('after a restore into a younger cluster, the statement of restore.sh lets followers continue', async () => {
  const { url, log } = database();
  const file = new URL('../../../../infra/ops/backup/renumber-events.sql', import.meta.url);
  const statement = readFileSync(file, 'utf8');
  const read = async () =>
    (await log.readAfter(await log.position('start'), 10)).events.map((e) => e.drop_id);
  await withClient(url, async (client) => {
    await client.query(insert, ['first']);
    await client.query(insert, ['second']);
    // What a dump brings along: numbers that this cluster has not reached.
    await client.query(`update drop_events set tx = '9000000000'::xid8`);
    await client.query(insert, ['third']);
    expect(await read()).not.toContain('first');
    await client.query(statement);
    await client.query(insert, ['fourth']);
    while ((await read()).length < 4) await pause(10);
  });
  expect(await read()).toEqual(['first', 'second', 'third', 'fourth']);
});
