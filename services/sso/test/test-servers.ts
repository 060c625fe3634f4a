import { openTestDatabase, openTestRedis } from '@latchkey/testing';
import type { EventType } from '../src/event/event.ts';
import { openDatabase } from './store/open-database.ts';

const opened = await openTestDatabase('sso', openDatabase);

/** The database of a test file. Each test finds it empty. */
export const { pool, database } = opened.database;

/** The Redis of a test file. Its keys have random names. */
export const redis = await openTestRedis();

/** An event as the outbox has it. */
export interface StoredEvent {
  readonly type: EventType;
  readonly occurredAtMs: number;
  readonly data: Readonly<Record<string, string>>;
}

/** The events since the test began, in the order in which they were written. */
export async function listEvents(): Promise<StoredEvent[]> {
  const { rows } = await pool.query<Pick<StoredEvent, 'type' | 'data'> & { at: Date }>(
    'select type, data, created_at as at from events order by id',
  );
  return rows.map(({ type, data, at }) => ({ type, data, occurredAtMs: at.getTime() }));
}
