import { useTestDatabase } from '@latchkey/testing';
import pg from 'pg';
import { listStoreChecks } from '../src/session/store-contract.ts';
import { createPgStore, createTable } from './pg-store.ts';

const database = useTestDatabase('drop', (url) => {
  const pool = new pg.Pool({ connectionString: url, max: 30 });
  return { pool, close: () => pool.end() };
});
beforeAll(() => database().pool.query(createTable));

const open = async (name: string) => createPgStore(database().pool, name);
test.each(listStoreChecks(open))('$name', ({ check }) => check());
