import { defineLog } from '../../define-log.ts';
import { showTime } from '../../output.ts';
import { logFilters } from '../log.ts';
import { everybodyFilters } from './sessions.ts';

export const log = [
  defineLog({
    name: 'admin log',
    summary: 'List what happened to all accounts.',
    needs: 'admin',
    things: 'events',
    filters: { ...everybodyFilters, ...logFilters },
    search: (api, fields, options) => api('/admin/auth/request_log/search', fields, options),
    columns: {
      time: (row) => showTime(row.created_at),
      event: ({ event }) => event,
      outcome: ({ outcome, code }) => code ?? outcome,
      user: (row) => row.user?.email ?? row.user?.id,
      by: ({ actor }) => actor?.email,
      ip: ({ ip }) => ip,
      app: ({ client }) => client?.name ?? client?.id,
    },
  }),
];
