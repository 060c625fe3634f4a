import { ApiError } from '@latchkey/contracts';
import { defineRoute, text } from '@latchkey/http-server';
import { logOperator } from '../../access/log-operator.ts';
import { operatorAccess } from '../../access/operator-access.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { originOf } from '../../request-log/request-log.ts';
import { countDays, findTotals, startOfDay } from '../../request-log/totals.ts';
import { periodFields, readPeriod } from '../filter-schemas.ts';

const dayMs = 24 * 3600 * 1000;
const usualDays = 30;
/** A month, and the day that it is asked on. */
const mostDays = 32;

const count = { type: 'integer' } as const;

export const adminTotalsView = defineRoute({
  path: '/admin/totals/view',
  summary: 'Counts, by day in UTC, what happened to all accounts, the newest day first',
  details: 'The last 30 days unless a period is named, and at most 32. Days without rows have 0.',
  access: operatorAccess,
  input: { properties: periodFields },
  output: {
    properties: {
      days: {
        type: 'array',
        items: {
          title: 'DayTotals',
          type: 'object',
          additionalProperties: false,
          properties: {
            day: { ...text, examples: ['2026-11-22'] },
            sign_ins: { ...count, description: 'That succeeded, at login and root-session' },
            failures: { ...count, description: 'Sign-ins that failed' },
            approvals: { ...count, description: 'Devices and apps that were let in' },
            denials: { ...count, description: 'Devices that a person denied' },
            new_accounts: {
              ...count,
              description: 'Signed up or imported; one that an operator made is new once its person signs up',
            },
            drops_made: count,
            drops_taken: count,
          },
        },
      },
    },
  },
  errors: [errors.filterInvalid],
  async handle(context: UserApiContext, fields, { account }, request) {
    const { createdFromMs, createdToMs: toMs = context.now() + 1 } = readPeriod(fields);
    // PostgreSQL knows no year 0.
    const fromMs = createdFromMs ?? Math.max(0, startOfDay(toMs - 1) - (usualDays - 1) * dayMs);
    if (countDays(fromMs, toMs) > mostDays) {
      const message = `created_from must be at most ${mostDays} days before created_to, or before now`;
      throw new ApiError({ ...errors.filterInvalid, message }, { field: 'created_from' });
    }
    const days = await findTotals(context.requestLog, fromMs, toMs);
    const filters = Object.keys(fields).filter((name) => name in periodFields);
    const details = { filters: filters.toSorted(), rows: days.length };
    await logOperator(
      context,
      account,
      { event: 'admin.read', route: request.path, details },
      originOf(request),
    );
    return { days };
  },
});
