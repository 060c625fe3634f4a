import { defineAct } from '../define-act.ts';
import { clientFilter, defineSearch, partFilter, stateFilter } from '../define-search.ts';
import { createUnclear } from '../failure.ts';

const needs = 'clients';
const ends = {
  source: { summary: 'The client that calls.' },
  target: { summary: 'The client that is called.' },
} as const;

const fieldNames = { scopes: '--scope' } as const;

function needScopes(act: 'add' | 'accept', scopes: readonly string[]): string[] {
  if (scopes.length > 0) return [...scopes];
  throw createUnclear(`connections ${act}`, `connections ${act} needs --scope.`);
}

export const connections = [
  defineSearch({
    name: 'connections list',
    summary: 'List which clients may call which, where one of them is yours.',
    needs,
    things: 'connections',
    filters: {
      ...clientFilter,
      direction: {
        type: 'text',
        field: 'direction',
        choices: ['out', 'in'],
        summary: 'Only those from your clients (out), or to them (in).',
      },
      status: stateFilter('requested', 'active', 'removed'),
      search: partFilter('a name or id'),
    },
    search: (api, fields) => api('/oauth/clients/connected/search', fields),
    columns: {
      source: ({ source }) => source,
      target: ({ target }) => target,
      status: ({ status }) => status,
      direction: ({ direction }) => direction,
      rights: ({ scopes }) => scopes,
    },
    key: ({ source, target }) => `${source} ${target}`,
  }),
  defineAct({
    name: 'connections add',
    summary: 'Ask that a client of yours may call another one; it may at once where both are yours.',
    needs,
    arguments: ends,
    options: { scope: { type: 'list', summary: 'A right that the calls may use.' } },
    fieldNames,
    call: (api, { source, target, scope }) =>
      api('/oauth/clients/connections/add', { source, target, scopes: needScopes('add', scope) }),
    result: ({ id }) => id,
    done: ({ source, target, scopes, status }) =>
      status === 'active'
        ? `${source} may call ${target}: ${scopes.join(' ')}.`
        : `Who manages ${target} must accept this within 30 days.`,
  }),
  defineAct({
    name: 'connections accept',
    summary: 'Let the client of somebody else call a client of yours, as they asked.',
    needs,
    arguments: ends,
    options: { scope: { type: 'list', summary: 'A right that the calls may use, of those they asked for.' } },
    fieldNames,
    call: (api, { source, target, scope }) =>
      api('/oauth/clients/connections/accept', { source, target, scopes: needScopes('accept', scope) }),
    done: ({ source, target, scopes }) => `${source} may call ${target}: ${scopes.join(' ')}.`,
  }),
  defineAct({
    name: 'connections remove',
    summary: 'End a connection from or to a client of yours.',
    needs,
    arguments: ends,
    question: ({ source, target }) => `Stop ${source} from calling ${target}?`,
    call: (api, { source, target }) => api('/oauth/clients/connections/remove', { source, target }),
    done: ({ source, target }) => `${source} may not call ${target} any more.`,
  }),
];
