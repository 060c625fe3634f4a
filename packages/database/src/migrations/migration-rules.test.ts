import { readMigrations } from './migration-files.ts';
import { findMigrationFaults } from './migration-rules.ts';

const faultsOf = (script: string): string[] =>
  findMigrationFaults({
    name: '20270101000000_next',
    script,
    checksums: [''],
    isTransactional: !script.startsWith('-- latchkey: no transaction'),
  });
const limit = "SET lock_timeout = '5s';\n";

test.each([
  ['no limit', 'ALTER TABLE users ADD COLUMN a text;', /lock_timeout/],
  ['another limit', "SET lock_timeout = '50s'; ALTER TABLE users ADD COLUMN a text;", /lock_timeout/],
  ['a limit in a comment', "-- SET lock_timeout = '5s';\nALTER TABLE a ADD b text;", /lock_timeout/],
  ['an index of a filled table', `${limit}CREATE INDEX a ON users (email);`, /index of users/],
  ['a unique one, quoted', `${limit}CREATE UNIQUE INDEX "a" ON "users"("email");`, /index of users/],
  [
    'a default for each row',
    `${limit}ALTER TABLE users ADD COLUMN a uuid DEFAULT gen_random_uuid();`,
    /rewrites/,
  ],
  ['a column that is dropped', `${limit}ALTER TABLE users DROP COLUMN name;`, /unread/],
  ['a table that is dropped', `${limit}DROP TABLE users;`, /unread/],
  ['a column that is renamed', `${limit}ALTER TABLE users RENAME COLUMN name TO title;`, /unread/],
  ['a table that is renamed', `${limit}ALTER TABLE users RENAME TO people;`, /unread/],
  [
    'a table that is renamed and made anew with other columns',
    `${limit}ALTER TABLE "users" RENAME TO "people"; CREATE TABLE "users" (id uuid);`,
    /unread/,
  ],
  ['a type that changes', `${limit}ALTER TABLE users ALTER COLUMN name TYPE varchar(9);`, /unread/],
  [
    'two statements without a transaction',
    '-- latchkey: no transaction\nCREATE INDEX CONCURRENTLY a ON users (email); SELECT 1;',
    /one statement/,
  ],
  [
    'an index that blocks, without a transaction',
    '-- latchkey: no transaction\nCREATE INDEX a ON users (b);',
    /index/,
  ],
])('refuses %s', (_what, script, fault) => {
  expect(faultsOf(script)).toEqual([expect.stringMatching(fault)]);
});

test.each([
  ['columns that are added', `${limit}ALTER TABLE users ADD COLUMN a boolean NOT NULL DEFAULT false;`],
  ['a table and its index', `${limit}CREATE TABLE notes (id uuid); CREATE INDEX n ON notes (id);`],
  [
    'an index built concurrently',
    '-- latchkey: no transaction\nCREATE INDEX CONCURRENTLY a ON users (email);',
  ],
  [
    'a table that is renamed and made anew',
    `${limit}ALTER TABLE "users" RENAME TO "people"; CREATE TABLE "users" (LIKE "people", PRIMARY KEY ("id"));`,
  ],
  ['a trigger that goes', `${limit}DROP TRIGGER t ON users;`],
  ['a constraint that goes', `${limit}ALTER TABLE users DROP CONSTRAINT c;`],
  ['what nothing reads', `${limit}-- latchkey: unread since 0.2.0\nALTER TABLE users DROP COLUMN name;`],
])('takes %s', (_what, script) => {
  expect(faultsOf(script)).toEqual([]);
});

test.each(['sso', 'user-api', 'drop'])(
  '%s has no migration that blocks or breaks a running version',
  (name) => {
    const folder = new URL(`../../../../services/${name}/prisma/migrations`, import.meta.url).pathname;
    const migrations = readMigrations(folder);
    const faults = migrations.map((migration) => [migration.name, findMigrationFaults(migration)]);
    expect(faults.filter(([, sentences]) => sentences?.length !== 0)).toEqual([]);
  },
);
