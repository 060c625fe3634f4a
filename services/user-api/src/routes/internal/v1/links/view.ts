import { doorCalls, linkPurposes } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import { isProven } from '../../../../account/account.ts';
import type { UserApiContext } from '../../../../context.ts';
import { findLink } from '../../../../door/find-link.ts';
import { errors } from '../../../../errors.ts';
import type { OpenLink } from '../../../../link/link-store.ts';

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
    };
  },
});

function describeInvitation({ invitation }: OpenLink) {
  if (invitation === null) return null;
  const { id, org, role, invitedBy } = invitation;
  return { id, org: { ...org }, role, invited_by: { ...invitedBy } };
}
