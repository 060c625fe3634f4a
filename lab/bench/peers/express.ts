import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import express, { type Request, type RequestHandler, type Response } from 'express';
import pg from 'pg';
import { createFloorRedis, hashCode } from './floor-redis.ts';
import { readSetting } from './read-settings.ts';

// The floors of all services: bare Express 5 that does what the data needs and nothing else. It limits, logs, validates
// and encrypts nothing. /me and /clients verify one signature and read user-api's own tables.

const redis = createFloorRedis(readSetting('REDIS_URL'));
const pool = new pg.Pool({ connectionString: readSetting('DATABASE_URL'), max: 20 });
const users = new pg.Pool({ connectionString: readSetting('USERS_DATABASE_URL'), max: 10 });
const [key] = JSON.parse(readFileSync(readSetting('SIGNING_KEYS_FILE'), 'utf8')) as { private_pem: string }[];
const publicKey = createPublicKey(key?.private_pem ?? '');
const app = express().disable('x-powered-by').disable('etag');
const asForm = express.urlencoded({ extended: false });
const asJson = express.json();
type Body = Readonly<Record<string, string>>;

/** Express 5 answers 500 when `handle` rejects. */
function post(
  path: string,
  parse: RequestHandler,
  handle: (request: Request, response: Response) => unknown,
) {
  app.post(path, parse, (request, response) => handle(request, response));
}

function readClaims({ headers }: Request): { sid: string; sub: string } {
  const token = headers.authorization?.split(' ')[1] ?? '';
  const [header = '', payload = '', signature = ''] = token.split('.');
  const isGood = verify(
    'sha512',
    Buffer.from(`${header}.${payload}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  );
  if (!isGood) throw new Error('bad signature');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string; sub: string };
}

async function issue(request: Request, response: Response): Promise<void> {
  const { client_id: clientId = '', scope = '' } = request.body as Body;
  const { deviceCode, userCode } = await redis.issue(clientId, scope);
  await pool.query({
    name: 'issue',
    text: 'insert into devices (id, client_id, scope, created_at) values ($1, $2, $3, now())',
    values: [hashCode(deviceCode), clientId, scope],
  });
  response.set('cache-control', 'no-store').json({
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: 'http://localhost/device_login',
    verification_uri_complete: `http://localhost/device_login?user_code=${userCode}`,
    expires_in: 600,
    interval: 5,
  });
}

post('/echo', asJson, (request, response) => response.json(request.body));
post('/issue-durable', asForm, issue);
post('/store', asJson, async (request, response) => {
  const id = randomBytes(16).toString('base64url');
  await pool.query({
    name: 'store',
    text: `insert into drops (id, owner, status, created_at, expires_at, verifier, payload)
      values ($1, 'owner', 'active', now(), now() + interval '10 minutes', $2, $3)`,
    values: [id, randomBytes(32), Buffer.from((request.body as Body)['payload'] ?? '')],
  });
  response.json({ id });
});
post('/consume', asJson, async (request, response) => {
  const { id } = request.body as Body;
  const { rows } = await pool.query<{ payload: Buffer }>({
    name: 'consume',
    text: `update drops set status = 'consumed', consumed_at = now(), payload = null, verifier = null
      where id = $1 and status = 'active' and expires_at > now() returning old.payload`,
    values: [id],
  });
  const [taken] = rows;
  if (taken === undefined) response.status(409).json({});
  else response.json({ id, payload: taken.payload.toString() });
});
post('/me', asJson, async (request, response) => {
  const { rows } = await users.query({
    name: 'me',
    text: `select u.id, u.email, u.name, u.kind, s.created_at, s.last_seen_at, s.expires_at
      from sessions s join users u on u.id = s.user_id
      where s.id = $1 and s.revoked_at is null and u.status = 'active'`,
    values: [readClaims(request).sid],
  });
  response.status(rows.length === 0 ? 401 : 200).json(rows[0]);
});
post('/clients', asJson, async (request, response) => {
  const { rows } = await users.query<{ total: string }>({
    name: 'clients',
    text: `select (select count(*) from oauth_clients where owner_id = $1 and archived_at is null) as total, t.*
      from oauth_clients t where owner_id = $1 and archived_at is null order by created_at desc, id desc limit 21`,
    values: [readClaims(request).sub],
  });
  response.json({ total_count: Number(rows[0]?.total ?? 0), items: rows.slice(0, 20) });
});
app.listen(Number(readSetting('PORT')), '127.0.0.1');
