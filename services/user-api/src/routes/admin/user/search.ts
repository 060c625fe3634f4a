import { foldEmail } from '@latchkey/contracts';
import { time, timeOrNull } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import type { ListedAccount } from '../../../account/account-list.ts';
import { shownEmail } from '../../../account/account.ts';
import { errors } from '../../../errors.ts';
import { defineSearch } from '../../define-search.ts';
import { filterSchemas, periodFields, readPeriod } from '../../filter-schemas.ts';
import { searchSpecs } from '../../search-specs.ts';
import { accountProperties as known } from './user-answer.ts';

const item = {
  title: 'ListedUser',
  type: 'object',
  additionalProperties: false,
  properties: {
    id: known.id,
    email: known.email,
    name: known.name,
    kind: known.kind,
    status: known.status,
    mfa: known.mfa,
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
    status: filterSchemas.oneOf(...known.status.enum),
    email: { ...filterSchemas.text, description: 'Exact email, in any case' },
    name: { ...filterSchemas.text, description: 'Exact name' },
    search: { ...filterSchemas.part, description: 'Literal part of the email or the name' },
    org: { ...filterSchemas.text, description: 'Id or slug of an org that the user is a member of' },
    kind: filterSchemas.oneOf(...known.kind.enum),
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
