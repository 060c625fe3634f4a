import { randomBytes } from 'node:crypto';
import type { ActiveSession } from '@latchkey/client';
import { createTestDatabase } from '@latchkey/testing';
import pg from 'pg';
import { createPgStore, createTable, deleteOldSessions } from '../../sdk/examples/back-end/pg-store.ts';
import { createSealer } from '../../sdk/examples/back-end/seal.ts';

const makeKey = () => randomBytes(32).toString('base64url');
const sealer = createSealer(makeKey());
const isDamaged = /authenticate data/;

describe('a sealer', () => {
  const sealed = sealer.seal({ token: 'secret' }, 'session 1');

  test('opens what it sealed, never the same bytes twice', () => {
    expect(sealer.open(sealed, 'session 1')).toEqual({ token: 'secret' });
    expect(sealed.toString('latin1')).not.toContain('secret');
    expect(sealer.seal({ token: 'secret' }, 'session 1').equals(sealed)).toBe(false);
  });

  test('opens nothing in another place, with another key or with another byte', () => {
    expect(() => sealer.open(sealed, 'session 2')).toThrow(isDamaged);
    expect(() => createSealer(makeKey()).open(sealed, 'session 1')).toThrow(isDamaged);
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => sealer.open(changed, 'session 1')).toThrow(isDamaged);
    }
  });

  test.each([
    '',
    'short',
    Buffer.alloc(31, 'k').toString('base64url'),
    Buffer.alloc(33, 'k').toString('base64url'),
  ])('takes no key that is not 32 bytes: %s', (key) =>
    expect(() => createSealer(key)).toThrow('32 bytes in base64url'),
  );
});

test('sessions that are over are deleted after their time, and no others', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    await pool.query(createTable);
    const now = Date.now();
    const begin = async (id: string, refreshExpiresAtMs: number) => {
      const tokens = {
        tokenType: 'Bearer',
        accessToken: 'a',
        accessExpiresAtMs: now,
        bindingChain: 'c',
      } as const;
      const more = { refreshToken: 'r', refreshExpiresAtMs, bindingLink: 'l', scope: 'openid' };
      const record: ActiveSession = { status: 'active', revision: 1, tokens: { ...tokens, ...more } };
      const store = createPgStore(pool, pool, sealer, id);
      expect(await store.replace(record)).toBe(true);
      return store;
    };
    const end = { status: 'ended', revision: 2, reason: 'invalid_grant', bindingChain: 'c' } as const;
    await begin('active', now + 60_000);
    await begin('abandoned', now - 1);
    for (const id of ['ended', 'ended long ago'])
      expect(await (await begin(id, now + 60_000)).replace(end)).toBe(true);
    await pool.query(
      `UPDATE latchkey_sessions SET delete_after_ms = delete_after_ms - 86500000 WHERE id = 'ended long ago'`,
    );
    expect((await deleteOldSessions(pool)).toSorted()).toEqual(['abandoned', 'ended long ago']);
    const { rows } = await pool.query('SELECT id FROM latchkey_sessions ORDER BY id');
    expect(rows).toEqual([{ id: 'active' }, { id: 'ended' }]);
  } finally {
    await pool.end();
    await database.drop();
  }
});
