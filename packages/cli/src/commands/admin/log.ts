import { defineLog } from '../../define-log.ts';
import { wordEvent } from '../../event-words.ts';
import { showTime } from '../../output.ts';
import { logFilters, wordApp } from '../log.ts';
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
      what: ({ event }) => wordEvent(event),
      outcome: ({ outcome, code }) => code ?? outcome,
      user: (row) => row.user?.email ?? row.user?.id,
      by: ({ actor }) => actor?.email,
      app: (row) => wordApp(row),
      ip: ({ ip }) => ip,
      event: ({ event }) => event,
    },
  }),
];
