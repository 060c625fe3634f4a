import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMemoryStore, type DeviceLogin } from '@latchkey/client';
import { createFileStore } from '@latchkey/client/file-store';
import pg from 'pg';
import { createPgStore, createTable } from '../../sdk/examples/back-end/pg-store.ts';
import { createSealer } from '../../sdk/examples/back-end/seal.ts';
import type { Keeper } from './life.ts';

/** Where one relying party keeps its login and its session, in a form that another process can be given. */
export type Place =
  | { readonly kind: 'memory' }
  | { readonly kind: 'file'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly id: string };

export const createTables = `${createTable};
  CREATE TABLE IF NOT EXISTS logins (id text PRIMARY KEY, record jsonb NOT NULL)`;

export function openKeeper(place: Place): Keeper & { close(): Promise<void> } {
  if (place.kind === 'file') return { ...keepInFolder(place.folder), close: async () => undefined };
  if (place.kind === 'postgres') return keepInPostgres(place.url, place.id);
  let login: DeviceLogin | undefined;
  return {
    readLogin: async () => login,
    writeLogin: async (next) => void (login = next),
    session: createMemoryStore(),
    close: async () => undefined,
  };
}

function keepInFolder(folder: string): Keeper {
  const file = join(folder, 'login.json');
  return {
    readLogin: async () =>
      existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DeviceLogin) : undefined,
    async writeLogin(login) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, JSON.stringify(login));
    },
    session: createFileStore(join(folder, 'session.json')),
  };
}

/** The key of every process of a test. */
const sealer = createSealer(Buffer.alloc(32, 'k').toString('base64url'));

function keepInPostgres(url: string, id: string) {
  const createPool = () => new pg.Pool({ connectionString: url, max: 3 });
  const [pool, locks] = [createPool(), createPool()];
  const upsert = `INSERT INTO logins (id, record) VALUES ($1, $2)
    ON CONFLICT (id) DO UPDATE SET record = excluded.record`;
  return {
    async readLogin() {
      const { rows } = await pool.query('SELECT record FROM logins WHERE id = $1', [id]);
      return (rows as { record: DeviceLogin }[])[0]?.record;
    },
    writeLogin: async (login: DeviceLogin) => void (await pool.query(upsert, [id, JSON.stringify(login)])),
    session: createPgStore(pool, locks, sealer, id),
    close: async () => void (await Promise.all([pool.end(), locks.end()])),
  };
}
