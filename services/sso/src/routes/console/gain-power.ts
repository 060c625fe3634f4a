import { challengeSeconds, type ErrorSpec } from '@latchkey/contracts';
import type { Refusal } from '@latchkey/contracts/service-client';
import { formatWait } from '@latchkey/pages';
import { consoleClientId } from '@latchkey/tokens';
import { errors } from '../../errors.ts';
import { refusePower } from '../../people/console/factor.ts';
import { beginPower } from '../../people/console/power.ts';
import type { ConsoleProblem } from '../../people/page/console/console-view.ts';
import { consoleWords } from '../../people/page/console/words.ts';
import { stepUp, type Shown } from '../../sibling/operator.ts';
import { isLoad } from '../../sibling/unexpected.ts';
import type { OperatorVisit } from './for-operator.ts';

/** Why a form did nothing. */
export interface Refused {
  readonly problem: ConsoleProblem;
  readonly failure: ErrorSpec;
  readonly retryAfterSeconds?: number;
}

/** Names of user-api's fields, and those of the forms. */
const fieldNames: Readonly<Record<string, string>> = { 'auth.code': 'code', 'auth.pass': 'password' };

/** Why a sibling did nothing that it may do later; undefined where it refused. */
function explainLoad({ code, retryAfterSeconds = 60 }: Refusal): Refused | undefined {
  const { forms } = consoleWords;
  if (code === 'throttled') {
    const problem = { message: forms.throttled(formatWait('en', retryAfterSeconds)) };
    return { problem, failure: errors.throttled, retryAfterSeconds };
  }
  return isLoad(code)
    ? { problem: { message: forms.busy }, failure: errors.temporarilyUnavailable, retryAfterSeconds }
    : undefined;
}

/** What a sibling's refusal means on the page. `usual` is the field of what was shown. */
export function explain(refusal: Refusal, usual: string): Refused {
  const { code, message, field = '' } = refusal;
  const { forms, power } = consoleWords;
  const load = explainLoad(refusal);
  if (load !== undefined) return load;
  if (code === 'invalid_credentials')
    return { problem: { message: power.refused.wrong, field: usual }, failure: errors.badCredentials };
  if (code === 'fresh_code_required') {
    const problem = { message: forms.missing, field: fieldNames[field] ?? field };
    return { problem, failure: errors.powerNeeded };
  }
  const isForm = code.startsWith('invalid_') || code === 'missing_field' || code === 'too_large';
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return {
    problem: { message: sentence, field: fieldNames[field] ?? field },
    failure: isForm ? errors.formInvalid : { ...errors.actRefused, message },
  };
}

/** Why nobody gets power here, whatever they show; the reason is in the log. */
export async function refuseHere(operator: OperatorVisit, shown: Shown): Promise<Refused | undefined> {
  const { context, visit } = operator;
  const { settings } = context;
  const rules = { operatorMfa: settings.operatorMfa, isPlace: settings.isOperatorPlace(visit.ip) };
  const reason = refusePower(rules, visit.session, shown);
  if (reason === undefined) return undefined;
  const { ip, network, session } = visit;
  const who = { user_id: session.userId, client_id: consoleClientId, request_ip: ip, browser_ip: ip };
  await context.outbox.append('admin.refused', { ...who, network, reason });
  void context.logEvents((events) => context.userApi.logEvents(events)).catch(() => undefined);
  return { problem: { message: consoleWords.power.refused[reason] }, failure: errors.powerRefused };
}

/** Lets user-api check the factor, and begins the power. Why not otherwise. */
export async function gainPower(operator: OperatorVisit, shown: Shown): Promise<Refused | undefined> {
  const { context, visit } = operator;
  const { code, passkey, challenge } = shown;
  // Not every authenticator counts its uses, and a form whose act was refused may be sent again.
  const isFirst =
    passkey === '' ||
    challenge === undefined ||
    (await context.forms.remember(`challenge.${challenge}`, challengeSeconds));
  if (!isFirst)
    return { problem: { message: consoleWords.power.refused.wrong }, failure: errors.badCredentials };
  const refused = await stepUp(context, visit, shown);
  if (refused !== undefined) return explain(refused, code === '' ? 'password' : 'code');
  await enter(operator);
  return undefined;
}

/** Power begins once the request log says so, and its person is notified. */
export async function enter({ context, visit }: OperatorVisit): Promise<void> {
  const { ip, userAgent, session } = visit;
  const event = {
    id: context.newId(),
    type: 'admin.granted',
    created_at: new Date(context.now()).toISOString(),
    reason: 'console',
    user_id: session.userId,
    client_id: consoleClientId,
    request_ip: ip,
    browser_ip: ip,
    user_agent: userAgent,
  } as const;
  await context.userApi.logEvents([event]);
  await beginPower(context, visit);
}
