import { createTestDatabase } from '@latchkey/testing';
import pg from 'pg';
import { buildPageQuery, readPageRows, type PagePlan, type PageQuery, type PageRow } from '../src/index.ts';
import type { Note, NoteStore } from './note-store.ts';

interface NoteColumns {
  id: string;
  owner: string;
  created_ms: number;
}

/** The type of created_at, and the time zone of every session. */
interface Clock {
  readonly createdAt?: 'timestamptz(3)' | 'timestamp(3)';
  readonly zone?: string;
}

/** A database of its own with one table of notes, indexed as a service's list is. */
export async function createNotesDatabase(
  idType: 'uuid' | 'text',
  { createdAt = 'timestamptz(3)', zone = 'UTC' }: Clock = {},
): Promise<{
  pool: pg.Pool;
  url: string;
  drop: () => Promise<void>;
}> {
  const { url, drop } = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 4, options: `-c timezone=${zone}` });
  // On a busy machine the database may be removed while an idle connection is still closing.
  pool.on('error', () => undefined);
  await pool.query(`
    create table note (
      id ${idType === 'text' ? 'text collate "C"' : 'uuid'} primary key,
      owner text not null,
      body text not null default repeat('x', 200),
      created_at ${createdAt} not null
    );
    create index on note (owner, created_at desc, id desc);
    create index on note (created_at desc, id desc);
  `);
  return {
    pool,
    url,
    drop: async () => {
      await pool.end();
      await drop();
    },
  };
}

/** The query of one owner's notes. */
export function ownerQuery(owner: string, idType: 'uuid' | 'text', plan: PagePlan): PageQuery {
  return {
    table: 'note',
    columns: 't.id, t.owner, (extract(epoch from t.created_at) * 1000)::float8 as created_ms',
    idType,
    where: { text: 't.owner = $1', values: [owner] },
    plan,
  };
}

export async function findNotes(db: pg.Pool | pg.Client, query: PageQuery) {
  const { text, values } = buildPageQuery(query);
  const { rows } = await db.query<PageRow<NoteColumns>>(text, [...values]);
  return readPageRows(rows, query.plan, ({ id, owner, created_ms }): Note => {
    return { id, owner, createdAtMs: created_ms };
  });
}

/** The same query as two conditions that no note matches both of, as the lists of several owners are. */
export function splitQuery(owner: string, idType: 'uuid' | 'text', plan: PagePlan): PageQuery {
  const where = ['02468ace', '13579bdf'].map((digits) => ({
    text: 't.owner = $2 and position(right(t.id::text, 1) in $1) > 0',
    values: [digits, owner],
  }));
  return { ...ownerQuery(owner, idType, plan), where };
}

/** The same query with a counter of each millisecond, whatever the type of created_at is. */
export function countedQuery(owner: string, idType: 'uuid' | 'text', plan: PagePlan): PageQuery {
  const counter = `select to_timestamp(extract(epoch from created_at)) as since, 1 as rows from note where owner = $1`;
  return { ...ownerQuery(owner, idType, plan), counter };
}

/** The same query, which finds the keys of all that matches first. */
export function foundQuery(owner: string, idType: 'uuid' | 'text', plan: PagePlan): PageQuery {
  return { ...ownerQuery(owner, idType, plan), findFirst: 10_000 };
}

export function createPostgresNotes(
  pool: pg.Pool,
  idType: 'uuid' | 'text',
  query: typeof ownerQuery = ownerQuery,
): NoteStore {
  return {
    async add(notes) {
      await pool.query(
        `insert into note (id, owner, created_at)
         select i::${idType}, o, n.created_at from unnest($1::text[], $2::text[]) with ordinality as new (i, o, place)
         join json_populate_recordset(null::note, $3) with ordinality as n on n.ordinality = new.place`,
        [
          notes.map(({ id }) => id),
          notes.map(({ owner }) => owner),
          JSON.stringify(
            notes.map(({ createdAtMs }) => ({ created_at: new Date(createdAtMs).toISOString() })),
          ),
        ],
      );
    },
    async remove(ids) {
      await pool.query(`delete from note where id = any ($1::text[]::${idType}[])`, [ids]);
    },
    find: (owner, plan) => findNotes(pool, query(owner, idType, plan)),
    async clear() {
      await pool.query('truncate note');
    },
  };
}
