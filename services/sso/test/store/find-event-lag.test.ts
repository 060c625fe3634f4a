import { useTestDatabase } from '@latchkey/testing';
import { findEventLag } from '../../src/store/find-event-lag.ts';
import { openDatabase } from './open-database.ts';

const store = useTestDatabase('sso', openDatabase);
const startMs = Date.UTC(2026, 10, 1);
const [got, none] = [new Date(startMs), null];

test.each([
  ['nothing', [], 0, 0],
  ['an event for the follower only', [['device.redeemed', none, none]], 0, 90],
  ['an event for both', [['device.approved', none, none]], 90, 90],
  ['an event that user-api has got', [['device.approved', got, none]], 0, 90],
  ['an event that the follower has got', [['device.approved', none, got]], 90, 0],
] as const)('with %s, the lag of each reader', async (_what, events, ofUserApi, ofFollower) => {
  const { database, pool } = store();
  await database.event.deleteMany();
  const data = events.map(([type, loggedAt, deliveredAt]) => ({
    type,
    data: {},
    createdAt: got,
    loggedAt,
    deliveredAt,
  }));
  await database.event.createMany({ data });
  const lag = (reader: 'user-api' | 'follower') => findEventLag(pool, reader, startMs + 90_000);
  expect([await lag('user-api'), await lag('follower')]).toEqual([ofUserApi, ofFollower]);
});
