import { setTimeout } from 'node:timers/promises';
import { createLatchkey } from '@latchkey/client';
import pg from 'pg';
import { createApp } from './app.ts';
import { createLogins, createTables } from './logins.ts';
import { createSealer } from './seal.ts';

const latchkey = createLatchkey({
  sso: read('SSO_URL'),
  clientId: read('CLIENT_ID'),
  clientSecret: read('CLIENT_SECRET'),
});
const sealer = createSealer(read('STORE_KEY'));
const [pool, locks] = [createPool(), createPool()];
await pool.query(createTables);
const logins = createLogins(latchkey, pool, locks, sealer);
const isSecure = process.env.NODE_ENV === 'production';
const port = Number(read('PORT'));
const server = createApp(logins, isSecure).listen(port, () =>
  console.log(`The back end listens on http://localhost:${port}.`),
);

// Ends between two rounds, so that no request for tokens is cut off.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
while (!stop.signal.aborted) {
  await logins.collectAll().catch(console.error);
  await logins.deleteOld().catch(console.error);
  await setTimeout(1000, undefined, { signal: stop.signal }).catch(() => undefined);
}
server.close(() => void Promise.all([pool.end(), locks.end()]));

function createPool(): pg.Pool {
  const made = new pg.Pool({ connectionString: read('DATABASE_URL') });
  // A connection that breaks while nobody uses it is replaced by the next query.
  return made.on('error', (error) => console.error(error.message));
}

function read(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`The variable ${name} is missing.`);
}
