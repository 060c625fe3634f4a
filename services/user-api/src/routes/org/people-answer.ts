import { foldEmail } from '@latchkey/contracts';
import { text, time } from '@latchkey/http-server';
import { managesOrg } from '../../accounts/managed-org.ts';
import type { ListedInvitation } from '../../people/orgs/invitation.ts';
import type {
  ListedMember,
  NewMember,
  Org,
  OrgScope,
  PeopleFilters,
  RemovedMember,
  SeenSecrets,
} from '../../people/orgs/org.ts';
import type { Caller } from '../../sessions/session.ts';
import { filterSchemas } from '../filter-schemas.ts';
import { orgReference, userReference } from '../references.ts';

export const roleField = { type: 'string', enum: ['owner', 'admin', 'member'] } as const;

export const orgField = { type: 'string', minLength: 1, description: 'Slug or id' } as const;

export const orgProperties = {
  id: text,
  slug: text,
  name: text,
  status: { type: 'string', enum: ['active', 'disabled'] },
  created_at: time,
} as const;

export function orgAnswer({ createdAt, ...org }: Org) {
  return { ...org, created_at: createdAt.toISOString() };
}

export const memberItem = {
  title: 'ListedMember',
  type: 'object',
  additionalProperties: false,
  properties: {
    id: { ...text, description: 'Id of the membership' },
    org: orgReference,
    user: userReference,
    name: text,
    role: roleField,
    created_at: time,
  },
} as const;

export function memberItemOf({ id, orgId, orgSlug, userId, email, name, role, createdAt }: ListedMember) {
  return {
    id,
    org: { id: orgId, slug: orgSlug },
    user: { id: userId, email },
    name,
    role,
    created_at: createdAt.toISOString(),
  };
}

export const invitationItem = {
  title: 'ListedInvitation',
  type: 'object',
  additionalProperties: false,
  properties: {
    invite: { ...text, description: 'Id of the invitation' },
    org: orgReference,
    email: text,
    role: roleField,
    created_at: time,
    expires_at: time,
  },
} as const;

export function invitationItemOf(one: ListedInvitation) {
  return {
    invite: one.id,
    org: { id: one.orgId, slug: one.orgSlug },
    email: one.email,
    role: one.role,
    created_at: one.createdAt.toISOString(),
    expires_at: one.expiresAt.toISOString(),
  };
}

export const peopleFilters = {
  org: { ...filterSchemas.text, description: 'Id or slug' },
  role: filterSchemas.oneOf(...roleField.enum),
  email: { ...filterSchemas.text, description: 'Exact email, in any case' },
};

export function readPeopleFilters({ org, role, email }: PeopleFilters): Required<PeopleFilters> {
  return { org, role, email: email === undefined ? undefined : foldEmail(email) };
}

/** Whose people a search shows: those of the orgs that the caller manages. */
export const byManagedOrg = {
  scopeOf: ({ memberships }: Pick<Caller, 'memberships'>) => {
    const orgIds = memberships.filter(managesOrg).map(({ orgId }) => orgId);
    return { all: false as const, orgIds: orgIds.toSorted() };
  },
  bindScope: ({ orgIds }: Exclude<OrgScope, { all: true }>) => ({ orgs: orgIds.join(' ') }),
};

/** Everybody's, for operators. */
export const ofAllOrgs = { scopeOf: () => ({ all: true as const }), bindScope: () => ({}) };

/** What is answered where somebody does not manage an org any more. */
const seenFields = {
  client_ids: {
    type: 'array',
    items: text,
    description: 'The oldest 100 clients of the org whose secrets an owner or admin could have seen',
  },
  client_count: { type: 'integer', description: 'How many such clients there are' },
} as const;

const seenAnswer = ({ clientIds, clientCount }: SeenSecrets) => ({
  client_ids: clientIds,
  client_count: clientCount,
});

export const roleOutput = {
  properties: { org_id: text, user_id: text, role: roleField, ...seenFields },
} as const;

export function roleAnswer(
  { orgId, userId, role }: Pick<NewMember, 'orgId' | 'userId' | 'role'>,
  seen: SeenSecrets,
) {
  return { org_id: orgId, user_id: userId, role, ...seenAnswer(seen) };
}

export const removalOutput = {
  properties: { ended: { type: 'integer', description: 'Sessions that spoke for the org' }, ...seenFields },
} as const;

export function removalAnswer({ ended, ...seen }: RemovedMember) {
  return { ended: ended.length, ...seenAnswer(seen) };
}
