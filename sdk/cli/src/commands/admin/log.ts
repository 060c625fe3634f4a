import { defineLog } from '../../define-log.ts';
import { wordEvent } from '../../event-words.ts';
import { showTime } from '../../output.ts';
import { logCsv, logFilters, wordApp } from '../log.ts';
import { everybodyFilters, nameUser } from './sessions.ts';

export const log = [
  defineLog({
    name: 'admin log',
    summary: 'List what happened to all accounts.',
    needs: 'admin',
    things: 'events',
    filters: { ...everybodyFilters, ...logFilters },
    search: async (api, fields) => api('/admin/auth/request_log/search', await nameUser(api, fields)),
    columns: {
      time: (row) => showTime(row.created_at),
      what: ({ event }) => wordEvent(event),
      user: (row) => row.user?.email ?? row.user?.id,
      app: (row) => wordApp(row),
      outcome: ({ outcome, code }) => code ?? outcome,
      by: ({ actor }) => actor?.email,
      ip: ({ ip }) => ip,
      event: ({ event }) => event,
    },
    csv: {
      ...logCsv,
      user_id: ({ user }) => user?.id,
      user_email: ({ user }) => user?.email,
      operator_id: ({ actor }) => actor?.id,
      operator_email: ({ actor }) => actor?.email,
    },
  }),
];
