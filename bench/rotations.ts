import { randomBytes, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../infra/local/run-command.ts';
import { applyMigrations, createPostgresPool, type PostgresPool } from '../packages/database/src/index.ts';
import { runJobs } from '../packages/database/src/upkeep/run-jobs.ts';
import type { RotationLimit } from '../services/sso/src/family/rotation-limit.ts';
import { sealResponse } from '../services/sso/src/family/seal-response.ts';
import { createDatabase, type Database } from '../services/sso/src/store/database.ts';
import { createFamilyStore } from '../services/sso/src/store/family-store.ts';
import { createPurgeJobs } from '../services/sso/src/store/purge-jobs.ts';
import { startBenchPostgres } from './start-postgres.ts';

/**
 * Measures what a client that refreshes in a loop writes, with the limit of rotations off and on, and how the purge
 * removes it. The peer is the deletion of a family with all its tokens in one statement. The clock of the loop goes on
 * by 10 ms for each refresh. Usage: node bench/rotations.ts [refreshes]
 */
const refreshes = Number(process.argv[2] ?? 10_000);
const stepMs = 10;
const dayMs = 86_400_000;
const statementLimitMs = 4_000;
const tables = ['refresh_families', 'superseded_tokens', 'events'] as const;

const hash = () => randomBytes(32).toString('hex');
const secret = () => randomBytes(32).toString('base64url');
/** As long as the tokens of the demo's package. */
const answer = () => ({
  token_type: 'Bearer' as const,
  access_token: randomBytes(560).toString('base64url'),
  id_token: randomBytes(470).toString('base64url'),
  expires_in: 900,
  refresh_token: secret(),
  refresh_expires_in: 2_592_000,
  binding_chain: randomUUID(),
  binding_link: secret(),
  scope: 'openid profile email groups offline_access',
});

async function openFamily(pool: PostgresPool, nowMs: number) {
  const familyId = randomUUID();
  const [tokenHash, linkHash] = [hash(), hash()];
  const device = {
    id: randomUUID(),
    deviceCodeHash: hash(),
    userCode: 'BCDFGHJK',
    clientId: 'demo-cli',
    clientName: 'Demo',
    registeredBy: { kind: 'installation', name: null },
    devicePolicy: 'any',
    refreshBinding: 'required',
    scope: 'openid',
    audience: ['https://api.example.test'],
    ip: '192.0.2.1',
    userAgent: 'bench',
    createdAtMs: nowMs,
    expiresAtMs: nowMs + 600_000,
    intervalSeconds: 5,
    state: 'approved_waiting_pickup',
    wrongPasswords: 0,
  } as const;
  const approval = {
    userId: 'user-1',
    email: 'user@example.test',
    amr: ['pwd'],
    authTime: Math.floor(nowMs / 1000),
    tokensValidAfterMs: 0,
    clientId: device.clientId,
    scope: 'openid offline_access',
    audience: device.audience,
    approvedAtMs: nowMs,
    approvedFrom: '192.0.2.1',
  };
  const ends = {
    tokensValidAfter: new Date(0),
    idleExpiresAt: new Date(nowMs + 30 * dayMs),
    absoluteExpiresAt: new Date(nowMs + 90 * dayMs),
  };
  await createFamilyStore(pool).open({
    familyId,
    device,
    approval,
    claim: 1,
    tokenHash,
    linkHash,
    nowMs,
    ...ends,
  });
  return { familyId, tokenHash, linkHash };
}

/** Refreshes in a loop; how many of them rotated. */
async function loop(pool: PostgresPool, limit: RotationLimit, startMs: number) {
  const families = createFamilyStore(pool);
  const { familyId, ...current } = await openFamily(pool, startMs);
  let rotated = 0;
  for (let index = 0; index < refreshes; index += 1) {
    const nowMs = startMs + index * stepMs;
    const next = { nextTokenHash: hash(), nextLinkHash: hash() };
    const won = await families.rotate({
      familyId,
      clientId: 'demo-cli',
      ...current,
      ...next,
      requestHash: hash(),
      sealedResponse: sealResponse(secret(), answer(), randomBytes),
      limit,
      nowMs,
      idleExpiresAt: new Date(nowMs + 30 * dayMs),
    });
    if (!won) continue;
    rotated += 1;
    Object.assign(current, { tokenHash: next.nextTokenHash, linkHash: next.nextLinkHash });
  }
  return { familyId, rotated };
}

interface Sizes {
  readonly rows: Record<string, number>;
  readonly bytes: Record<string, number>;
  readonly walBytes: number;
}

async function measure(pool: PostgresPool): Promise<Sizes> {
  const [rows, bytes]: Record<string, number>[] = [{}, {}];
  for (const table of tables) {
    const found = await pool.query<{ rows: string; bytes: string }>(
      `select count(*) as rows, pg_total_relation_size('${table}') as bytes from ${table}`,
    );
    rows![table] = Number(found.rows[0]?.rows);
    bytes![table] = Number(found.rows[0]?.bytes);
  }
  const wal = await pool.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return { rows: rows!, bytes: bytes!, walBytes: Number(wal.rows[0]?.bytes) };
}

const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`.padStart(11);

function print(before: Sizes, after: Sizes): void {
  for (const table of tables) {
    const rows = (after.rows[table] ?? 0) - (before.rows[table] ?? 0);
    const bytes = (after.bytes[table] ?? 0) - (before.bytes[table] ?? 0);
    console.log(`  ${table.padEnd(20)}${String(rows).padStart(8)} rows ${kib(bytes)}`);
  }
  console.log(`  ${'write-ahead log'.padEnd(20)}${''.padStart(13)} ${kib(after.walBytes - before.walBytes)}`);
}

/** A database that notes how long its statements take. */
function timed(database: Database): { database: Database; durations: number[] } {
  const durations: number[] = [];
  const extended = database.$extends({
    query: {
      async $executeRaw({ args, query }) {
        const startedAt = performance.now();
        const result: unknown = await query(args);
        durations.push(performance.now() - startedAt);
        return result;
      },
    },
  });
  // An extended client has a type of its own, which lacks what the store never calls.
  return { database: extended as unknown as Database, durations };
}

async function purge(plain: Database, limits: { nowMs: number; historyBeforeMs: number }): Promise<void> {
  const { database, durations } = timed(plain);
  await runJobs(createPurgeJobs(database, { ...limits, eventsBeforeMs: limits.nowMs }), {
    done: (kind, rows) => {
      const [longest, count] = [Math.max(...durations).toFixed(0), durations.length];
      console.log(
        `  ${kind.padEnd(26)}${String(rows).padStart(8)} rows in ${count} statements, longest ${longest} ms`,
      );
      durations.length = 0;
    },
    failed: (kind, error) => console.log(`  ${kind} failed`, error),
  });
}

async function run(pool: PostgresPool, database: Database): Promise<void> {
  const startMs = Date.now();
  for (const [name, rotations] of [
    ['off', 0],
    ['60 in 600 s', 60],
  ] as const) {
    const before = await measure(pool);
    const startedAt = performance.now();
    const { rotated } = await loop(pool, { rotations, windowMs: 600_000 }, startMs);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`limit ${name}: ${refreshes} refreshes, ${rotated} rotated, ${seconds.toFixed(0)} s`);
    print(before, await measure(pool));
    const sealed = await database.supersededToken.count({ where: { sealedResponse: { not: null } } });
    console.log(`  sealed answers that are left: ${sealed}`);
    console.log(`purge after the family's end (limit of a statement: ${statementLimitMs} ms)`);
    await purge(database, { nowMs: startMs + 91 * dayMs, historyBeforeMs: startMs });
  }
  const { familyId } = await openFamily(pool, startMs);
  await pool.query(
    `insert into superseded_tokens (token_hash, family_id, link_hash, generation, request_hash, superseded_at)
      select md5(n::text) || md5(n::text), $1, md5(n::text), n, md5(n::text), now() from generate_series(1, $2::int) n`,
    [familyId, refreshes],
  );
  const startedAt = performance.now();
  await pool.query('delete from refresh_families where id = $1', [familyId]);
  console.log(
    `peer: the family and its tokens in one statement: ${(performance.now() - startedAt).toFixed(0)} ms`,
  );
}

await runCommand(async (teardown) => {
  const url = await startBenchPostgres(teardown);
  await applyMigrations({
    databaseUrl: url,
    serviceDir: fileURLToPath(new URL('../services/sso', import.meta.url)),
  });
  const pool = createPostgresPool(url, { size: 4, name: 'bench' });
  const database = createDatabase(pool);
  await run(pool, database);
  await database.$disconnect();
  await pool.end();
  return 0;
});
