import type { UserApiData } from '@latchkey/client';
import { defineCommand } from '../../command.ts';
import { prepare, type Fields, type UserApi } from '../../define-search.ts';

const name = 'admin totals';

/** Days of UTC, which are not read in the person's own zone. */
const utcDay = { type: 'text', value: 'DATE' } as const;
const filters = {
  since: { ...utcDay, field: 'created_from', summary: 'From this day on, such as 2026-11-22.' },
  until: { ...utcDay, field: 'created_to', summary: 'Only days before this one.' },
} as const;

export const totals = [
  defineCommand({
    name,
    summary: 'Count what happened to all accounts, by day.',
    details: [
      'Days are those of UTC: the last 30 unless given, and at most 32.',
      'With --json each of them is a line.',
    ].join('\n'),
    needs: 'admin',
    options: filters,
    fieldNames: { created_from: '--since', created_to: '--until' },
    async run(context, input) {
      const search = (api: UserApi, fields: Fields) => api('/admin/totals/view', fields);
      const { ask, fields } = prepare(context, await context.userApi(), { name, filters, search }, input);
      const { days } = await ask(fields);
      const show = context.out.startList<UserApiData<'/admin/totals/view'>['days'][number]>({
        day: ({ day }) => day,
        'sign-ins': ({ sign_ins: signIns }) => signIns,
        failures: ({ failures }) => failures,
        approvals: ({ approvals }) => approvals,
        denials: ({ denials }) => denials,
        'new accounts': (one) => one.new_accounts,
        'drops made': (one) => one.drops_made,
        'drops taken': (one) => one.drops_taken,
      });
      show(days);
    },
  }),
];
