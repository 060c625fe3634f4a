import { defineLog } from '../define-log.ts';
import { clientFilter, periodFilters } from '../define-search.ts';
import { showTime } from '../output.ts';

export const logFilters = {
  event: { type: 'text', field: 'event', summary: 'Only this event, such as user.login.' },
  outcome: {
    type: 'text',
    field: 'outcome',
    choices: ['success', 'failure'],
    summary: 'Only what succeeded, or what failed.',
  },
  method: {
    type: 'text',
    field: 'method',
    choices: ['password', 'password+totp', 'password+recovery', 'totp', 'session', 'device_code'],
    summary: 'Only sign-ins of this kind.',
  },
  ...clientFilter,
  ip: { type: 'text', field: 'ip', summary: 'Only from this address.' },
  ...periodFilters,
} as const;

export const log = [
  defineLog({
    name: 'log',
    summary: 'List what happened to your account.',
    needs: 'account',
    things: 'events',
    filters: logFilters,
    search: (api, fields, options) => api('/account/me/auth/request_log/search', fields, options),
    columns: {
      time: (row) => showTime(row.created_at),
      event: ({ event }) => event,
      outcome: ({ outcome, code }) => code ?? outcome,
      by: ({ actor }) => actor?.kind ?? 'you',
      ip: ({ ip }) => ip,
      app: ({ client }) => client?.name ?? client?.id,
    },
  }),
];
