import { exampleValues } from '@latchkey/contracts';
import { text } from '@latchkey/http-server';
import { readOwnForm } from '../../access/read-own-form.ts';
import { visitorAccess } from '../../access/visitor-access.ts';
import { errors } from '../../errors.ts';
import { readUserCode } from '../../oauth/device/user-code.ts';
import type { ApprovalView } from '../../people/page/approval-looks.ts';
import type { CredentialForm } from '../../people/sign-in/check-credentials.ts';
import { decideByTicket, signIn, stopByCode } from '../../people/sign-in/sign-in.ts';
import { credentialFields, leadAside, readCredentials } from '../pages/credential-form.ts';
import { defineView } from '../pages/define-view.ts';
import { credentialErrors, failed, type Outcome } from '../pages/outcome.ts';
import { approvalPage, toOutcome } from './show-step.ts';

/** A field that the example of a request has, although no form must have it. */
const shown = (name: string) => ({ ...text, examples: [exampleValues[name]] }) as const;

/** POST /device_login: sign in, see who asks, decide. Source: contract part 1 "Approval page". */
export const submitDeviceLogin = defineView({
  page: approvalPage,
  path: '/device_login',
  summary: 'Receives the forms of the approval page',
  family: 'device',
  access: visitorAccess,
  input: {
    properties: {
      csrf: shown('csrf'),
      user_code: shown('user_code'),
      ...credentialFields,
      ticket: { ...text, description: 'the ticket in the form of the confirmation page' },
      decision: { ...text, enum: ['continue', 'approve', 'deny', 'stop', 'signup', 'reset'] },
      ui_locales: text,
    },
  },
  errors: [
    errors.csrfFailed,
    errors.badUserCode,
    errors.numberWrong,
    errors.codeFromAddress,
    errors.otherNetwork,
    errors.deviceSignInOff,
    ...credentialErrors,
    errors.tooManyApprovals,
  ],
  async handle(context, input, visit, request) {
    const { decision = 'continue', ticket = '' } = input;
    const userCode = input.user_code?.trim() ?? '';
    const facts = readOwnForm(context.settings, visit, request, input.csrf, readUserCode(userCode));
    if (facts === undefined) return failed('csrf_mismatch', errors.csrfFailed, userCode);
    const credentials = readCredentials(input, visit, facts.formId);
    if (decision === 'signup' || decision === 'reset') {
      // The person comes back to the code that they were approving.
      const going = { path: '/device_login', userCode };
      return leadAside(decision, { ...credentials, going });
    }
    if (decision === 'stop')
      return leadOn(visit, { userCode }, { step: await stopByCode(context, visit, userCode) });
    if (ticket !== '' && decision !== 'continue') {
      const form = { ticket, decision, userCode, note: request.note };
      const step = await decideByTicket(context, visit, form);
      return leadOn(visit, { userCode }, { step });
    }
    const isCodeOnly = hasNoCredentials(input, credentials);
    const form = { userCode, isCodeOnly, decision, ...credentials, ...facts };
    return leadOn(visit, form, await signIn(context, visit, form));
  },
});

/** Whether it is the form of the code, which has no such fields. */
function hasNoCredentials(
  { email, password }: { readonly email?: string; readonly password?: string },
  { sealed, passkey }: CredentialForm,
): boolean {
  const isTyped = email !== undefined || password !== undefined;
  return !isTyped && sealed === '' && passkey === undefined;
}

/** A page of its own shows the number: what a form leads to is kept otherwise, and a number nowhere. */
function leadOn(...made: Parameters<typeof toOutcome>): Outcome<ApprovalView> {
  const outcome = toOutcome(...made);
  const { view } = outcome;
  return view.kind === 'number'
    ? { ...outcome, next: `${approvalPage.path}?user_code=${view.userCode}` }
    : outcome;
}
