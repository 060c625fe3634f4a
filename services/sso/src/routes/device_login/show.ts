import { isOpenedByPerson } from '@latchkey/pages';
import { visitorAccess } from '../../access/visitor-access.ts';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { readUserCode } from '../../oauth/device/user-code.ts';
import type { ApprovalView } from '../../people/page/approval-looks.ts';
import { findPolicyRefusal } from '../../people/sign-in/device-policy.ts';
import { findHeld, lookAtHeld } from '../../people/sign-in/held-approval.ts';
import { lookUpCode } from '../../people/sign-in/look-up-code.ts';
import { findDecisionOfCode } from '../../people/sign-in/ticket.ts';
import type { Visit } from '../../people/sign-in/visit.ts';
import { defineView } from '../pages/define-view.ts';
import { findKept, shownField } from '../pages/kept-page.ts';
import type { Outcome } from '../pages/outcome.ts';
import { approvalPage, enter, toOutcome } from './show-step.ts';

/**
 * GET /device_login: never changes the state of an authorization, and looks a code up only for a person, so that another
 * page cannot spend the look-ups of its visitors. Source: RFC 8628 3.3, contract part 1 "Approval page".
 */
export const showDeviceLogin = defineView({
  method: 'GET',
  page: approvalPage,
  path: '/device_login',
  summary: 'Shows the approval page',
  family: 'device',
  access: visitorAccess,
  input: {
    properties: {
      user_code: { type: 'string', description: 'fills in the code and shows the request behind it' },
      ...shownField,
      ui_locales: { type: 'string', description: 'languages, best first, such as `de en`' },
    },
  },
  errors: [errors.throttled, errors.badUserCode, errors.codeFromAddress, errors.numberWrong],
  async handle(context, { user_code: userCode = '', shown }, visit, request) {
    const kept = await findKept(context.tickets, visit, shown, approvalPage);
    if (kept !== undefined) return kept;
    return isOpenedByPerson((name) => request.header(name))
      ? openPage(context, visit, userCode)
      : enter(visit, { userCode: userCode.trim(), cameFromAddress: true });
  },
});

async function openPage(context: SsoContext, visit: Visit, userCode: string): Promise<Outcome<ApprovalView>> {
  if (userCode.trim() === '') return enter(visit, { userCode: '' });
  const code = readUserCode(userCode) ?? '';
  // Before the look-up, which others in the network can exhaust: the person waits for this number.
  const held = visit.isNewBrowser ? undefined : await findHeld(context, visit, code);
  if (held) return toOutcome(visit, { userCode }, { step: lookAtHeld(visit, held) });
  const device = await lookUpCode(context, visit, userCode);
  const place = { ...visit, cameFromAddress: true };
  if (device && findPolicyRefusal(context.settings, device, place) === 'code_from_address')
    return enter(visit, { userCode: '' }, undefined, 'code_from_address');
  if (device) return enter(visit, { userCode, cameFromAddress: true }, device);
  const made = await findDecisionOfCode(context.tickets, visit.browserSecret, code);
  return made
    ? toOutcome(visit, { userCode }, { step: made })
    : enter(visit, { userCode, cameFromAddress: true }, undefined, 'code_invalid');
}
