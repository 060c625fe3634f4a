import { ApiError, foldEmail } from '@latchkey/contracts';
import { defineRoute, text, time, timeOrNull } from '@latchkey/http-server';
import { logOperator } from '../../access/log-operator.ts';
import { operatorAccess } from '../../access/operator-access.ts';
import type { ListedAccount } from '../../accounts/account-list.ts';
import { findAccount } from '../../accounts/account-store.ts';
import { shownEmail, type Account, type Membership } from '../../accounts/account.ts';
import { addressField } from '../../accounts/address.ts';
import { findManageable } from '../../accounts/find-manageable.ts';
import { localeField } from '../../accounts/locale.ts';
import { nameField } from '../../accounts/name.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { inviteAccount } from '../../people/links/invite-account.ts';
import type { Org } from '../../people/orgs/org.ts';
import { createEntry } from '../../request-log/log-event.ts';
import { originOf } from '../../request-log/request-log.ts';
import { actFreshly, freshErrors, freshFields } from '../../signing-in/act-freshly.ts';
import { memberAnswer, memberSchema } from '../auth/answers.ts';
import { defineSearch } from '../define-search.ts';
import { filterSchemas, periodFields, readPeriod } from '../filter-schemas.ts';
import { printedLink, printLinkField } from '../org/invitation-fields.ts';
import { orgField, roleField } from '../org/people-answer.ts';
import { textOrNull } from '../references.ts';
import { searchSpecs } from '../search-specs.ts';

/** An account as an operator sees it; never a password, a secret or a hash of one. */
export const accountProperties = {
  id: text,
  email: { ...textOrNull, description: 'Null once the account is retired' },
  email_verified: { type: 'boolean' },
  name: text,
  kind: { type: 'string', enum: ['user', 'admin', 'root'] },
  status: { type: 'string', enum: ['active', 'disabled', 'deleted', 'invited'] },
  mfa: { type: 'boolean' },
  orgs: { type: 'array', items: memberSchema },
} as const;

const accountRequired = ['id', 'email', 'email_verified', 'name', 'kind', 'status', 'mfa', 'orgs'] as const;

function accountAnswer(account: Account, memberships: readonly Membership[]) {
  const { id, name, kind, status } = account;
  const email = shownEmail(account.email);
  const facts = { email_verified: account.emailVerifiedAt !== null, mfa: account.totpSecret !== null };
  return { id, email, name, kind, status, ...facts, orgs: memberships.map(memberAnswer) };
}

const item = {
  title: 'ListedUser',
  type: 'object',
  additionalProperties: false,
  properties: {
    id: accountProperties.id,
    email: accountProperties.email,
    name: accountProperties.name,
    kind: accountProperties.kind,
    status: accountProperties.status,
    mfa: accountProperties.mfa,
    org_count: { type: 'integer', description: 'Active memberships of active orgs' },
    last_login_at: timeOrNull,
    created_at: time,
  },
} as const;

/** Source: contract part 2 "Guarded routes". */
export const adminUserSearch = defineSearch({
  path: '/admin/user/search',
  summary: 'Lists all users, newest first',
  access: operatorAccess,
  spec: searchSpecs.users,
  fields: {
    status: filterSchemas.oneOf(...accountProperties.status.enum),
    email: { ...filterSchemas.text, description: 'Exact email, in any case' },
    name: { ...filterSchemas.text, description: 'Exact name' },
    search: { ...filterSchemas.part, description: 'Literal part of the email or the name' },
    org: { ...filterSchemas.text, description: 'Id or slug of an org that the user is a member of' },
    kind: filterSchemas.oneOf(...accountProperties.kind.enum),
    mfa: { ...filterSchemas.flag, description: 'Whether a one-time code is asked for' },
    ...periodFields,
  },
  item,
  toItem: (account: ListedAccount) => ({
    id: account.id,
    email: shownEmail(account.email),
    name: account.name,
    kind: account.kind,
    status: account.status,
    mfa: account.hasTotp,
    org_count: account.orgCount,
    last_login_at: account.lastLoginAt?.toISOString() ?? null,
    created_at: account.createdAt.toISOString(),
  }),
  errors: [errors.searchesBusy],
  readFilters: ({ status, email, name, search, org, kind, mfa: hasTotp, ...period }) => ({
    status,
    email: email === undefined ? undefined : foldEmail(email),
    name,
    search,
    org,
    kind,
    hasTotp,
    ...readPeriod(period),
  }),
  scopeOf: () => null,
  bindScope: () => ({}),
  find: ({ accounts }, { filters, plan }) => accounts.search(filters, plan),
});

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserView = defineRoute({
  path: '/admin/user/view',
  summary: 'Shows an account and its orgs',
  access: operatorAccess,
  input: { properties: { user_id: { type: 'string' } }, required: ['user_id'] },
  output: { properties: accountProperties, required: accountRequired },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { user_id: userId }, caller, request) {
    const account = await findAccount(context.accounts, userId);
    if (account === undefined) throw new ApiError(errors.notFound, { field: 'user_id' });
    const read = { event: 'admin.read', route: request.path, details: { rows: 1 } } as const;
    await logOperator(context, caller.account, read, originOf(request));
    return accountAnswer(account, await context.accounts.listMemberships(account.id));
  },
});

/** Source: contract part 2 "Addresses and invitations". */
export const adminUserCreate = defineRoute({
  path: '/admin/user/create',
  summary: 'Makes an account that waits for its person, and mails its link',
  details:
    'The account is invited: it has no password, is refused at every sign-in like an unknown name, and is no member of the org until its person accepts. Its person completes it by its link, or by a verified signup, under its id. Upkeep retires it after 7 days; disable ends its link at once, and it is not enabled again. The account of an unverified signup is retired first; any other is already_exists. print_link is logged as admin.link.print: who gets the link proves the address.',
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

/** Source: contract part 2 "Addresses and invitations". */
export const adminUserVerifyEmail = defineRoute({
  path: '/admin/user/verify_email',
  summary: 'Vouches for the address of an account; a second call changes nothing',
  access: operatorAccess,
  input: { properties: { ...freshFields, user_id: { type: 'string' } }, required: ['user_id'] },
  output: { properties: { email_verified: { type: 'boolean' } } },
  errors: [errors.notFound, errors.statusConflict, ...freshErrors],
  async handle(context: UserApiContext, { user_id: userId, ...shown }, caller, request) {
    const account = await findManageable(context.accounts, caller.account, userId);
    const change = { userId: account.id, actorId: caller.account.id };
    if (account.status === 'invited') throw new ApiError(errors.accountInvited, { field: 'user_id' });
    if (account.emailVerifiedAt !== null) return { email_verified: true };
    const origin = originOf(request);
    const row = createEntry(context, { event: 'admin.user.verify_email', ...change }, origin);
    const fresh = { caller, shown, origin };
    const isChanged = await actFreshly(context, fresh, ({ accounts }) =>
      accounts.verifyEmail(account.id, row),
    );
    if (!isChanged) throw new ApiError(errors.notFound, { field: 'user_id' });
    return { email_verified: true };
  },
});
