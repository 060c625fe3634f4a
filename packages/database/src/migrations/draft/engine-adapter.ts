import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { createShadowDatabase } from '../database.ts';

function toAdapterError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code === undefined) return error;
  const { code, severity = 'ERROR', message, detail, column, hint } = error;
  return new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
}

type Ask = (query: SqlQuery) => Promise<SqlResultSet>;

const charColumns = ['constraint_type', 'confdeltype', 'confupdtype'];

function castCharColumns(sql: string): string {
  return sql
    .replace('contype AS constraint_type', 'contype::text AS constraint_type')
    .replaceAll(/\bcon\.(confdeltype|confupdtype)\b/g, 'con.$1::text AS $1');
}

/**
 * The engine learns of check constraints and foreign keys from three catalogue columns of PostgreSQL's one-byte type
 * "char", which Prisma's adapter does not know. They are asked for as text and handed on as characters.
 */
function withCharColumns(ask: Ask): Ask {
  return async (query) => {
    const sql = castCharColumns(query.sql);
    const result = await ask({ ...query, sql });
    if (sql === query.sql) return result;
    const columnTypes = result.columnTypes.map((type, index) =>
      charColumns.includes(result.columnNames[index] ?? '') ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
}

/**
 * Prisma's adapter for the schema engine, with three faults mended: scripts, the "char" type, and `dispose`, which
 * the engine and its caller may both call.
 */
export async function openAdapter(
  databaseUrl: string,
  afterDispose: () => Promise<void> = async () => undefined,
): Promise<SqlDriverAdapter> {
  const adapter = await new PrismaPg({ connectionString: databaseUrl }).connect();
  adapter.queryRaw = withCharColumns(adapter.queryRaw.bind(adapter));
  // Prisma's own cuts a script at every ";", which breaks function bodies and quoted text. One simple query takes
  // the script as psql would, and applies it wholly or not at all.
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      throw toAdapterError(error);
    }
  };
  const closePool = adapter.dispose.bind(adapter);
  let disposed: Promise<void> | undefined;
  adapter.dispose = () => (disposed ??= closePool().then(afterDispose));
  return adapter;
}

/** Prisma's own shadow database is dropped while its pool still holds connections, which PostgreSQL refuses. */
export async function openShadowAdapter(databaseUrl: string): Promise<SqlDriverAdapter> {
  const shadow = await createShadowDatabase(databaseUrl);
  return openAdapter(shadow.url, shadow.drop);
}
