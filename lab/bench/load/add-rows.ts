import type pg from 'pg';
import { hashSecret } from '../../../packages/secrets/src/index.ts';
import { argon2 } from '../../../services/user-api/src/signing-in/password/argon2.ts';
import { backend, password, type Person } from './request.ts';

const people = 2_000;

/**
 * Takes what everybody knows out of the demo data, since production does not run on it: its accounts get another address
 * and password, and its clients another secret.
 */
export async function takeOverDemoData(client: pg.Client): Promise<void> {
  const hash = await argon2.hash(password);
  await client.query(`update users set email = 'bench.' || email, password_hash = $1`, [hash]);
  await client.query('update client_secrets set secret_hash = $1', [hashSecret(backend.client_secret)]);
}

/** Makes accounts that can sign in, and answers them. */
export async function addPeople(client: pg.Client): Promise<Person[]> {
  const { rows } = await client.query<Person>(
    `insert into users (id, email, name, kind, status, password_hash, email_verified_at, created_at, updated_at)
     select gen_random_uuid(), 'person' || n || '@bench.test', 'Person ' || n, 'user', 'active', u.password_hash,
       now(), now(), now()
     from users u, generate_series(1, $1::int) n where u.email = 'bench.demo@latchkey.test' returning id, email`,
    [people],
  );
  return rows;
}

/** Gives a person that number of clients, each made a minute after the next. */
export async function addClients(client: pg.Client, owner: Person, count: number): Promise<void> {
  await client.query(
    `insert into oauth_clients (id, name, type, status, owner_kind, owner_id, token_endpoint_auth_method, grant_types,
       scopes, default_scopes, audiences, default_audiences, created_at, updated_at)
     select 'bench-' || n, 'Client ' || n, c.type, 'active', 'user', $1, c.token_endpoint_auth_method, c.grant_types,
       c.scopes, c.default_scopes, c.audiences, c.default_audiences, now() - make_interval(mins => n), now()
     from oauth_clients c, generate_series(1, $2::int) n where c.id = 'demo-cli'`,
    [owner.id, count],
  );
  await client.query('vacuum analyze');
}

/** The tables of the floors that store and consume, with rows to consume. */
export async function addFloorTables(client: pg.Client): Promise<void> {
  await client.query(`
    create table devices (id text primary key, client_id text not null, scope text not null, created_at timestamptz not null);
    create table drops (id text collate "C" primary key, owner text not null, status text not null,
      created_at timestamptz not null, expires_at timestamptz not null, consumed_at timestamptz, verifier bytea, payload bytea);
    alter table drops alter column payload set storage external;
    create table oidc_payloads (model text, id text, payload jsonb not null, grant_id text, user_code text, uid text,
      expires_at timestamptz, consumed_at timestamptz, primary key (model, id));
    create index on oidc_payloads (grant_id);
    create index on oidc_payloads (user_code);
    create index on oidc_payloads (uid);`);
}
