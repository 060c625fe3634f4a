import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@latchkey/testing';
import pg from 'pg';
import { createTables, type Place } from './keeper.ts';

export interface Places {
  /** A place of this kind that nobody has used; the same name leads to the same one. */
  make(kind: Place['kind'], name: string): Place;
  remove(): Promise<void>;
}

/** A folder and a database in which relying parties keep what they have. */
export async function createPlaces(): Promise<Places> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-client-'));
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(createTables);
  await client.end();
  return {
    make(kind, name) {
      if (kind === 'memory') return { kind };
      return kind === 'file' ? { kind, folder: join(folder, name) } : { kind, url, id: name };
    },
    async remove() {
      rmSync(folder, { recursive: true, force: true });
      await drop();
    },
  };
}
