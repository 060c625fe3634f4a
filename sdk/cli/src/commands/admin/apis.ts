import type { UserApiData } from '@latchkey/client';
import { defineAct } from '../../define-act.ts';
import { defineSearch, type UserApi } from '../../define-search.ts';
import { createComplaint, exitCodes } from '../../failure.ts';
import { findId, type Named } from '../../find-id.ts';
import { showTime, type Cell } from '../../output.ts';

const needs = 'admin';
const api = { api: { summary: 'The id of the API, its beginning, or its audience.' } } as const;
const fieldNames = { api_id: 'API', client_id: '--client', scopes: '--words' } as const;

const about = {
  client: { type: 'text', value: 'CLIENT', summary: 'The client that may ask about tokens for it.' },
  words: {
    type: 'list',
    value: 'SCOPE:LANG=TEXT',
    summary: 'What the approval page says of a scope, as in payments.read:en=See your payments.',
  },
} as const;

const wordsForm = /^(?<name>.+?):(?<language>[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)=(?<text>.+)$/;

async function findApi(call: UserApi, typed: string): Promise<Named> {
  if (!typed.includes(':')) {
    const read = (fields: { readonly limit: number }) => call('/admin/api/search', fields);
    return findId(typed, read, ({ name }) => name);
  }
  const { items } = await call('/admin/api/search', { audience: typed });
  const [found] = items;
  if (found === undefined) throw createComplaint(`No API has the audience ${typed}.`, exitCodes.notFound);
  return { id: found.id, label: found.name };
}

/** The scopes that are worded; undefined when none is typed, and none for an empty text. */
function readScopes(typed: readonly string[]) {
  if (typed.length === 0) return undefined;
  const scopes = new Map<string, Record<string, string>>();
  for (const one of typed.filter((text) => text !== '')) {
    const { name, language, text } = wordsForm.exec(one)?.groups ?? {};
    if (name === undefined || language === undefined || text === undefined)
      throw createComplaint(`--words is SCOPE:LANG=TEXT, not ${one}.`, exitCodes.unclear);
    scopes.set(name, { ...scopes.get(name), [language]: text });
  }
  return [...scopes].map(([name, words]) => ({ name, words }));
}

function readFields({ client, words }: { client: string | undefined; words: readonly string[] }) {
  const scopes = readScopes(words);
  return { ...(client === undefined ? {} : { client_id: client || null }), ...(scopes && { scopes }) };
}

const showApi = (one: UserApiData<'/admin/api/create'>): Readonly<Record<string, Cell>> => ({
  api: one.id,
  audience: one.audience,
  name: one.name,
  client: one.client_id,
  archived: one.archived,
  created: showTime(one.created_at),
  ...Object.fromEntries(one.scopes.map(({ name, words }) => [`scope ${name}`, wordScope(words)])),
});

const wordScope = (words: object) =>
  Object.entries(words)
    .map(([language, text]) => `${language}: ${String(text)}`)
    .join('; ');

export const apis = [
  defineSearch({
    name: 'admin apis list',
    summary: 'List the registered APIs.',
    needs,
    things: 'APIs',
    filters: {
      audience: { type: 'text', field: 'audience', value: 'URL', summary: 'Only the one of this audience.' },
      archived: { type: 'flag', field: 'archived', summary: 'Those that are archived, and no others.' },
    },
    search: (call, fields) => call('/admin/api/search', fields),
    columns: {
      name: ({ name }) => name,
      api: ({ id }) => ({ id }),
      audience: ({ audience }) => audience,
      scopes: ({ scopes }) => scopes.map((scope) => scope.name),
      created: (one) => showTime(one.created_at),
    },
    key: (one) => one.id,
  }),
  defineAct({
    name: 'admin apis create',
    summary: 'Register an API: a service that tokens may be for.',
    details: 'The words of a scope need the language en; name --words once for each language.',
    needs,
    arguments: {
      audience: { summary: 'Its audience, such as https://payments.example.com.' },
      name: { summary: 'What people see of it.' },
    },
    options: about,
    fieldNames,
    call: (call, { audience, name, client, words }) =>
      call('/admin/api/create', { audience, name, ...readFields({ client, words }) }),
    fields: showApi,
    result: ({ id }) => id,
    done: () => 'The API is registered.',
  }),
  defineAct({
    name: 'admin apis update',
    summary: 'Change what you name of an API; the rest stays.',
    details: 'The words are replaced whole. An empty value, as in --client "", empties it.',
    needs,
    arguments: api,
    options: { name: { type: 'text', summary: 'The new name.' }, ...about },
    fieldNames,
    call: async (call, { api: typed, name, client, words }) => {
      const fields = { ...(name !== undefined && { name }), ...readFields({ client, words }) };
      const { id } = await findApi(call, typed);
      return call('/admin/api/update', { api_id: id, ...fields });
    },
    fields: showApi,
    done: () => 'The API is changed.',
  }),
  defineAct({
    name: 'admin apis archive',
    summary: 'Archive an API: its client may not ask any more, and its words are not shown.',
    needs,
    arguments: api,
    fieldNames,
    find: (call, { api: typed }) => findApi(call, typed),
    question: (_input, label) => `Archive the API ${label}?`,
    call: (call, { api: id }) => call('/admin/api/archive', { api_id: id }),
    done: ({ name }) => `${name} is archived.`,
  }),
];
