import {
  ApiError,
  consoleSearch,
  text,
  totalsCall,
  type Contract,
  type InferOutput,
  type SentFields,
} from '@latchkey/contracts';
import { version } from '@latchkey/process/version';
import type { Need, OverviewSection } from '../../people/page/console/console-overview.ts';
import type { SiblingName } from '../../sibling/operator.ts';
import { askAsOperator, type OperatorVisit } from './for-operator.ts';

const dayMs = 24 * 3600 * 1000;
/** From here on a key needs a successor. Source: contract part 1 "Console". */
const oldKeyDays = 365;
/** What is usual for an instant is none that an operator must look at. */
const fullMinutes = 5;
const fullMails = 100;

const mails = consoleSearch('/admin/mail/search');
const subscriptions = consoleSearch('/admin/signal/search');
const hello = {
  path: '/hello',
  input: { properties: {} },
  output: { properties: { version: text } },
} as const;

/** What needs somebody, and what is counted. What cannot be asked is left out; that a sibling is down is said. */
export async function findOverview(operator: OperatorVisit): Promise<OverviewSection> {
  const [totals, dead, deadSignals, off, waiting, lag, ...versions] = await Promise.all([
    ask(operator, totalsCall, {}),
    count(operator, mails, { status: 'dead' }),
    count(operator, mails, { status: 'dead', kind: 'signal' }),
    count(operator, subscriptions, { status: 'off' }),
    count(operator, mails, { status: 'waiting' }),
    findLag(operator),
    checkVersion(operator, 'user-api'),
    checkVersion(operator, 'drop'),
  ]);
  const needs = [
    dead > deadSignals && ({ kind: 'dead_mails', count: dead - deadSignals } as const),
    deadSignals > 0 && ({ kind: 'dead_signals', count: deadSignals } as const),
    off > 0 && ({ kind: 'signals_off', count: off } as const),
    waiting >= fullMails && ({ kind: 'mails_wait', count: waiting } as const),
    lag >= fullMinutes && ({ kind: 'events_wait', minutes: lag } as const),
    checkKey(operator),
    ...versions,
  ].filter((need): need is Need => need !== undefined && need !== false);
  return { at: 'overview', needs, days: totals?.days ?? null };
}

/** Throws PowerEnded, OperatorLeft. */
async function ask<Called extends Contract>(
  operator: OperatorVisit,
  to: Called,
  body: SentFields<Called['input']>,
): Promise<InferOutput<Called['output']> | undefined> {
  try {
    const answer = await askAsOperator(operator, { at: 'user-api', to, body });
    return answer.ok ? answer.data : undefined;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function count(operator: OperatorVisit, search: typeof mails, filters: object): Promise<number> {
  return (await ask(operator, search, { ...filters, limit: 1 }))?.total_count ?? 0;
}

/** Minutes since the oldest event that the request log has not got. */
async function findLag({ context }: OperatorVisit): Promise<number> {
  return Math.floor((await context.findLogLag()) / 60);
}

function checkKey({ context }: OperatorVisit): Need | undefined {
  const days = Math.floor((context.now() - context.signingKeys.activeSince()) / dayMs);
  return days >= oldKeyDays ? { kind: 'old_key', days } : undefined;
}

/** Whether a sibling answers, and is of the version of this service. */
async function checkVersion(
  { context, visit }: OperatorVisit,
  service: SiblingName,
): Promise<Need | undefined> {
  try {
    const answer = await context.siblings[service]({ to: hello, body: {}, traceparent: visit.traceparent });
    if (!answer.ok) return { kind: 'no_answer', service };
    const { version: other } = answer.data;
    return other === version ? undefined : { kind: 'other_version', service, version: other, own: version };
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'no_answer', service };
    throw error;
  }
}
