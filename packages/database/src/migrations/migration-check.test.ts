import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMigration } from '../../test/write-migration.ts';
import { createMigrationCheck } from './migration-check.ts';

describe('the readiness check of migrations', () => {
  let migrationsDir: string;

  beforeEach(() => {
    migrationsDir = mkdtempSync(join(tmpdir(), 'latchkey-check-'));
    for (const name of ['20260101000000_first', '20260202000000_second'])
      writeMigration(migrationsDir, name, 'select 1;');
  });

  afterEach(() => {
    rmSync(migrationsDir, { recursive: true, force: true });
  });

  function makeCheck() {
    const state = { applied: [] as string[], asked: 0, isAway: false };
    const check = createMigrationCheck({
      migrationsDir,
      query: async () => {
        state.asked += 1;
        if (state.isAway) throw new Error('away');
        return state.applied.map((name) => ({ name }));
      },
    });
    return { state, check };
  }

  test('fails while a migration is missing, and names it', async () => {
    const { state, check } = makeCheck();
    await expect(check()).rejects.toThrow('20260101000000_first, 20260202000000_second');
    state.applied = ['20260101000000_first'];
    await expect(check()).rejects.toThrow('these migrations are not applied: 20260202000000_second');
  });

  test('fails while the database is down', async () => {
    const { state, check } = makeCheck();
    state.isAway = true;
    await expect(check()).rejects.toThrow('away');
  });

  test('passes when all are applied, newer ones beside them, and never asks again', async () => {
    const { state, check } = makeCheck();
    await expect(check()).rejects.toThrow('are not applied');
    state.applied = ['20260101000000_first', '20260202000000_second', '20270101000000_newer'];
    await check();
    state.applied = [];
    state.isAway = true;
    await check();
    expect(state.asked).toBe(2);
  });
});
