import { ApiError } from '@latchkey/contracts';
import { defineRoute, text, time } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { addressField } from '../../../account/address.ts';
import { localeField } from '../../../account/locale.ts';
import { nameField } from '../../../account/name.ts';
import type { UserApiContext } from '../../../context.ts';
import { inviteAccount } from '../../../door/invite-account.ts';
import { errors } from '../../../errors.ts';
import { freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import type { Org } from '../../../org/org.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { printedLink, printLinkField } from '../../org/invitation-fields.ts';
import { orgField, roleField } from '../../org/people-answer.ts';
import { textOrNull } from '../../references.ts';
import { accountProperties } from './user-answer.ts';

/** Source: contract part 2 "Addresses and invitations". */
export const adminUserCreate = defineRoute({
  path: '/admin/user/create',
  summary: 'Makes an account that waits for its person, and mails its link',
  access: operatorAccess,
  input: {
    properties: {
      ...freshFields,
      email: addressField,
      name: nameField,
      org: { ...orgField, description: 'Slug or id of an org that the account is invited to' },
      role: { ...roleField, description: 'In that org; member unless given' },
      locale: localeField,
      print_link: printLinkField,
    },
    required: ['email'],
  },
  output: {
    properties: {
      user_id: text,
      email: text,
      status: accountProperties.status,
      invite: { ...textOrNull, description: 'Id of the invitation to the org' },
      expires_at: time,
      link: printedLink,
    },
    optional: ['link'],
  },
  errors: [errors.emailInvalid, errors.roleWithoutOrg, errors.notFound, errors.accountExists, ...freshErrors],
  async handle(context: UserApiContext, input, caller, request) {
    const { email, name = '', locale = null, role = 'member', print_link: printsLink = false } = input;
    const org = await findOrg(context, input);
    const requested = { email, name, locale, org, role, printsLink };
    const operator = { caller, shown: input };
    const made = await inviteAccount(context, requested, operator, originOf(request));
    const { account, invitation, expiresAt, link } = made;
    return {
      user_id: account.id,
      email: account.email,
      status: account.status,
      invite: invitation?.id ?? null,
      expires_at: expiresAt.toISOString(),
      ...(link === undefined ? {} : { link }),
    };
  },
});

/** The org that the account is invited to. Throws missing_field for a role alone, and not_found. */
async function findOrg(
  { orgs }: UserApiContext,
  { org: name, role }: { readonly org?: string; readonly role?: string },
): Promise<Org | undefined> {
  if (name === undefined) {
    if (role !== undefined) throw new ApiError(errors.roleWithoutOrg, { field: 'org' });
    return undefined;
  }
  const org = await orgs.find(name);
  if (org?.status !== 'active') throw new ApiError(errors.notFound, { field: 'org' });
  return org;
}
