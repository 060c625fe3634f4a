import type { UserApiData } from '@latchkey/client';
import { defineLog } from '../define-log.ts';
import { clientFilter, periodFilters } from '../define-search.ts';
import { events, wordEvent } from '../event-words.ts';
import { nameClient } from '../name-client.ts';
import { showTime } from '../output.ts';

export const logFilters = {
  kind: {
    type: 'text',
    field: 'kind',
    choices: ['sign_in', 'devices', 'account', 'orgs', 'apps', 'operators'],
    summary: 'Only what is about this.',
  },
  event: {
    type: 'text',
    field: 'event',
    known: events,
    summary: 'Only this event of the last column: device.approved.',
  },
  outcome: {
    type: 'text',
    field: 'outcome',
    choices: ['success', 'failure'],
    summary: 'Only what succeeded, or what failed.',
  },
  method: {
    type: 'text',
    field: 'method',
    choices: ['password', 'password+totp', 'password+recovery', 'passkey', 'totp', 'session', 'device_code'],
    summary: 'Only sign-ins of this kind.',
  },
  ...clientFilter,
  ip: { type: 'text', field: 'ip', summary: 'Only from this address.' },
  ...periodFilters,
} as const;

type Logged = UserApiData<'/account/me/auth/request_log/search'>['items'][number];

/** The app of an event, with the name of its device where it has one. */
export function wordApp({ client, details }: Logged): string | undefined {
  const device = details?.['device_name'];
  const app = client === null ? undefined : nameClient(client);
  return typeof device === 'string' && app !== undefined ? `${app} on ${device}` : app;
}

/** The fields of a row in a file. */
export const logCsv = {
  time: (row: Logged) => row.created_at,
  event: ({ event }: Logged) => event,
  outcome: ({ outcome }: Logged) => outcome,
  code: ({ code }: Logged) => code,
  method: ({ method }: Logged) => method,
  client_id: ({ client }: Logged) => client?.id,
  client_name: ({ client }: Logged) => client?.name,
  org: ({ org }: Logged) => org?.slug ?? org?.id,
  ip: ({ ip }: Logged) => ip,
  user_agent: (row: Logged) => row.user_agent,
  details: ({ details }: Logged) => details && JSON.stringify(details),
  id: ({ id }: Logged) => id,
} as const;

export const log = [
  defineLog({
    name: 'log',
    summary: 'List what happened to your account.',
    needs: 'account',
    things: 'events',
    filters: logFilters,
    search: (api, fields) => api('/account/me/auth/request_log/search', fields),
    columns: {
      time: (row) => showTime(row.created_at),
      what: ({ event }) => wordEvent(event),
      app: (row) => wordApp(row),
      outcome: ({ outcome, code }) => code ?? outcome,
      by: ({ actor }) => actor?.kind ?? 'you',
      ip: ({ ip }) => ip,
      event: ({ event }) => event,
    },
    csv: { ...logCsv, by: ({ actor }) => actor?.kind ?? 'you' },
  }),
];
