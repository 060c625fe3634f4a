import { nameStatement } from './name-statement.ts';

test.each([
  ['select 1', 'select'],
  ['begin', 'begin'],
  ['', 'sql'],
  ['select id from "public"."users" where id = $1', 'select users'],
  ['SELECT id FROM sessions WHERE id = $1 FOR UPDATE SKIP LOCKED', 'select sessions'],
  ['select id from mails for no key update skip locked', 'select mails'],
  ['update "public"."drops" set state = $1', 'update drops'],
  ['insert into consents (a) values ($1) on conflict (a) do update set a = $1', 'insert into consents'],
  [
    'with item as (select * from json_to_recordset($1::json)) insert into events select 1 from item',
    'insert into events',
  ],
  [
    'with item as (select * from json_to_recordset($1::json)) select 1 from item join users u on true',
    'select users',
  ],
  ['delete from families where id = $1', 'delete from families'],
])('%s is named %s', (text, name) => {
  expect(nameStatement(text)).toBe(name);
});
