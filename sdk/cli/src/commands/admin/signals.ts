import type { UserApiData } from '@latchkey/client';
import { defineAct } from '../../define-act.ts';
import { defineSearch, stateFilter, type UserApi } from '../../define-search.ts';
import { createComplaint, exitCodes } from '../../failure.ts';
import { findId } from '../../find-id.ts';
import { showTime, type Cell } from '../../output.ts';

const needs = 'admin';
const named = { id: { summary: 'The id of the subscription, or its beginning.' } } as const;
const fieldNames = { signal_id: 'ID', url: 'URL', types: '--type' } as const;
const type = {
  type: 'list',
  value: 'TYPE',
  summary: 'A type of signals that it gets, such as device.approved: the events that log --event lists.',
} as const;
const keepSecret = 'The secret is shown this once. Keep it where only the receiver can read it.';

type Types = UserApiData<'/admin/signal/update'>['types'];
/** What is no type is refused by the route. */
const readTypes = (typed: readonly string[]) => [...typed] as Types;

const find = (call: UserApi, { id }: { readonly id: string }) =>
  findId(
    id,
    (fields) => call('/admin/signal/search', fields),
    ({ url }) => url,
  );

const show = (one: Omit<UserApiData<'/admin/signal/create'>, 'secret'>): Readonly<Record<string, Cell>> => ({
  id: one.id,
  url: one.url,
  types: one.types,
  status: one.status,
  problem: one.problem,
  created: showTime(one.created_at),
});
const showWithSecret = (one: UserApiData<'/admin/signal/create'>) => ({ ...show(one), secret: one.secret });

export const signals = [
  defineSearch({
    name: 'signals list',
    summary: 'List who is sent signals about what happens.',
    needs,
    things: 'subscriptions',
    filters: {
      status: stateFilter('pending', 'on', 'off'),
      id: { type: 'text', field: 'signal_id', value: 'ID', summary: 'Only the subscription with this id.' },
    },
    search: (call, fields) => call('/admin/signal/search', fields),
    columns: {
      id: ({ id }) => ({ id }),
      url: ({ url }) => url,
      types: ({ types }) => types,
      status: ({ status }) => status,
      problem: ({ problem }) => problem,
    },
    key: ({ id }) => id,
  }),
  defineAct({
    name: 'signals create',
    summary: 'Send signals about what happens to an address; it is on once it answers latchkey.ping.',
    needs,
    arguments: { url: { summary: 'An https address on port 443, or 1024 and above.' } },
    options: { type },
    fieldNames,
    call: (call, { url, type: types }) => call('/admin/signal/create', { url, types: readTypes(types) }),
    fields: showWithSecret,
    result: ({ secret }) => secret,
    done: () => keepSecret,
  }),
  defineAct({
    name: 'signals update',
    summary: 'Change the address or the types of a subscription.',
    details: 'The types are replaced whole. Another address gets latchkey.ping before it gets anything else.',
    needs,
    arguments: named,
    options: { url: { type: 'text', value: 'URL', summary: 'Another address.' }, type },
    fieldNames: { ...fieldNames, url: '--url' },
    find,
    call: (call, { id, url, type: types }) => {
      const change = {
        ...(url !== undefined && { url }),
        ...(types.length > 0 && { types: readTypes(types) }),
      };
      if (Object.keys(change).length === 0) throw createComplaint('Name --url or --type.', exitCodes.unclear);
      return call('/admin/signal/update', { signal_id: id, ...change });
    },
    fields: show,
    done: () => 'The subscription is changed.',
  }),
  defineAct({
    name: 'signals on',
    summary: 'Send latchkey.ping; a subscription that was off is on once that is answered.',
    needs,
    arguments: named,
    fieldNames,
    find,
    call: (call, { id }) => call('/admin/signal/turn_on', { signal_id: id }),
    fields: show,
    done: () => 'latchkey.ping is on its way.',
  }),
  defineAct({
    name: 'signals rotate-secret',
    summary: 'Make a new secret for a subscription; for a day the old one signs as well.',
    needs,
    arguments: named,
    fieldNames,
    find,
    question: (_input, label) => `Make a new secret for ${label}? The old one ends in a day.`,
    call: (call, { id }) => call('/admin/signal/rotate_secret', { signal_id: id }),
    fields: showWithSecret,
    result: ({ secret }) => secret,
    done: () => keepSecret,
  }),
  defineAct({
    name: 'signals delete',
    summary: 'Delete a subscription; what waits for it is dropped.',
    needs,
    arguments: named,
    fieldNames,
    find,
    question: (_input, label) => `Delete the subscription of ${label}? What waits for it is dropped.`,
    call: (call, { id }) => call('/admin/signal/delete', { signal_id: id }),
    done: () => 'The subscription is deleted.',
  }),
];
