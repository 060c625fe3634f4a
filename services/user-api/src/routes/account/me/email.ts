import { accountCalls, ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import { addressField } from '../../../accounts/address.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { requestChange } from '../../../people/links/change-address.ts';
import { confirmAddress, requestConfirmation } from '../../../people/links/confirm-address.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { passwordField } from '../../../signing-in/password/passwords.ts';

/** Source: contract part 2 "Links". */
export const emailRequestConfirmation = defineRoute({
  ...accountCalls.requestConfirmation,
  summary: 'Mails the caller a link that confirms the address of the account',
  access: accountAccess,
  errors: [errors.addressVerified, errors.throttled],
  async handle(context: UserApiContext, _input, { account }, request): Promise<{ mail: 'on' | 'off' }> {
    if (account.emailVerifiedAt !== null) throw new ApiError(errors.addressVerified);
    if (!context.sendsMail) return { mail: 'off' };
    await requestConfirmation(context, account, originOf(request));
    return { mail: 'on' };
  },
});

/** Source: contract part 2 "Links". */
export const emailChangeRequest = defineRoute({
  ...accountCalls.changeEmail,
  summary:
    'Mails a link to another address, which becomes that of the account once its person follows the link',
  details:
    'The answer is the same where somebody has the address, who is mailed that. Confirmed, it is the account’s at once, and sessions and devices stay; an unverified account of it is retired.',
  access: accountAccess,
  input: {
    properties: {
      email: { ...addressField, description: 'The new address' },
      'auth.pass': { ...passwordField, description: 'Current password' },
      'auth.code': {
        type: 'string',
        description: 'A one-time or recovery code, where the account has them; an operator’s one-time code',
      },
    },
    required: ['email'],
  },
  errors: [
    errors.emailInvalid,
    errors.emailOwn,
    errors.fieldMissing,
    errors.freshCodeRequired,
    errors.credentialsInvalid,
    errors.throttled,
    errors.overloaded,
    errors.emailChanged,
  ],
  async handle(
    context: UserApiContext,
    input,
    caller,
    request,
  ): Promise<{ mail: 'on' | 'off'; email: string }> {
    if (!context.sendsMail) return { mail: 'off', email: input.email };
    return { mail: 'on', email: await requestChange(context, caller, input, originOf(request)) };
  },
});

/** Source: contract part 2 "Links". */
export const emailConfirm = defineRoute({
  ...accountCalls.confirmEmail,
  summary:
    'Confirms the address of the caller’s own account, or puts a new one in its place, by the link that was mailed to it',
  access: accountAccess,
  errors: [errors.notFound, errors.accountExists],
  async handle(context: UserApiContext, { link }, { account }, request) {
    await confirmAddress(context, account, link, originOf(request));
    return { email_verified: true };
  },
});
