import { doorCalls, linkPurposes } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import { isProven } from '../../../accounts/account.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { findLink } from '../../../people/links/find-link.ts';
import type { OpenLink } from '../../../people/links/link-store.ts';
import { requestLink } from '../../../people/links/request-link.ts';
import { resetByLink } from '../../../people/links/reset-by-link.ts';
import { restoreAddress } from '../../../people/links/restore-address.ts';
import { signUpByLink } from '../../../people/links/sign-up-by-link.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { newPasswordErrors } from '../../../signing-in/password/assert-new-password.ts';
import { rootAnswer, userAnswer } from '../../auth/answers.ts';
import { passkeyAnswer } from '../../passkey-answer.ts';

/** Source: contract part 2 "Links". */
export const linkRequest = defineRoute({
  ...doorCalls.requestLink,
  summary: 'Mails a link to an address, or what there is to say to it; the same answer for every address',
  access: callers('sso'),
  errors: [errors.emailInvalid, errors.throttled],
  async handle(context: UserApiContext, fields, _caller, request): Promise<{ mail: 'on' | 'off' }> {
    if (!context.sendsMail) return { mail: 'off' };
    const { purpose, email, locale, may_sign_up: maySignUp, ip, user_agent: userAgent } = fields;
    const origin = { ...originOf(request), ip, userAgent };
    await requestLink(context, { purpose, email, locale, maySignUp }, origin);
    return { mail: 'on' };
  },
});

/** Source: contract part 2 "Links". */
export const linkView = defineRoute({
  ...doorCalls.viewLink,
  summary: 'Says what an open link is for, and spends nothing; older ones of its kind end',
  access: callers('sso'),
  errors: [errors.notFound],
  async handle(context: UserApiContext, { token }) {
    const link = await findLink(context, token, ...linkPurposes);
    await context.links.endOlder(link, new Date(context.now()));
    const account = await context.accounts.findByEmail(link.email);
    const isInvited = account?.status === 'invited';
    const isOf = account !== undefined && (isProven(account) || isInvited || account.id === link.userId);
    return {
      purpose: link.purpose,
      email: link.email,
      user_id: link.userId ?? (isOf ? account.id : null),
      has_account: account !== undefined && isProven(account),
      needs_code: link.purpose === 'reset' && isOf && account.totpSecret !== null,
      name: isInvited && account.name !== '' ? account.name : null,
      password_min_length: context.passwords.minLength,
      expires_at: link.expiresAt.toISOString(),
      invitation: describeInvitation(link),
      passkeys: await listPasskeys(context, link),
    };
  },
});

/** What a new password by a link ends, or leaves: none of any other link. */
async function listPasskeys({ passkeys, ssoUrl }: UserApiContext, { purpose, userId }: OpenLink) {
  const found = purpose === 'reset' && userId !== null ? await passkeys.list(userId) : [];
  return found.map(passkeyAnswer(ssoUrl));
}

function describeInvitation({ invitation }: OpenLink) {
  if (invitation === null) return null;
  const { id, org, role, invitedBy } = invitation;
  return { id, org: { ...org }, role, invited_by: { ...invitedBy } };
}

/** Source: contract part 2 "Links". */
export const linkRestore = defineRoute({
  ...doorCalls.restoreAddress,
  summary: 'Puts the former address of an account back by a link; its password and all sign-ins end',
  access: callers('sso'),
  errors: [errors.notFound, errors.accountExists],
  async handle(context: UserApiContext, { token, ip, user_agent: userAgent }, _caller, request) {
    return { email: await restoreAddress(context, token, { ...originOf(request), ip, userAgent }) };
  },
});

/** Source: contract part 2 "Links". */
export const linkSignUp = defineRoute({
  ...doorCalls.signUp,
  summary: 'Makes the account of a link, or completes the invited one, and opens a root session',
  access: callers('sso'),
  errors: [
    errors.notFound,
    errors.nameInvalid,
    ...newPasswordErrors,
    errors.accountExists,
    errors.throttled,
    errors.overloaded,
  ],
  async handle(context: UserApiContext, { ip, user_agent: userAgent, ...form }, _caller, request) {
    const origin = { ...originOf(request), ip, userAgent };
    const { account, browser } = await signUpByLink(context, form, origin);
    return { root: rootAnswer(browser.session, browser.token), user: userAnswer(account) };
  },
});

/** Source: contract part 2 "Links". */
export const linkReset = defineRoute({
  ...doorCalls.resetPassword,
  summary: 'Sets a new password by a link, ends all other sign-ins, and opens a root session',
  access: callers('sso'),
  errors: [
    errors.notFound,
    ...newPasswordErrors,
    errors.passwordSame,
    errors.mfaRequired,
    errors.credentialsInvalid,
    errors.throttled,
    errors.stateConflict,
  ],
  async handle(
    context: UserApiContext,
    { token, new_password: newPassword, code = '', keep_passkeys: keepsPasskeys = false, ...from },
    _caller,
    request,
  ) {
    const origin = { ...originOf(request), ip: from.ip, userAgent: from.user_agent };
    const form = { token, newPassword, code, keepsPasskeys };
    const { account, browser } = await resetByLink(context, form, origin);
    return { root: rootAnswer(browser.session, browser.token), user: userAnswer(account) };
  },
});
