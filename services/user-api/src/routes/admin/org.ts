import { ApiError } from '@latchkey/contracts';
import { defineRoute, text } from '@latchkey/http-server';
import { logOperator } from '../../access/log-operator.ts';
import { operatorAccess } from '../../access/operator-access.ts';
import { nameField } from '../../accounts/name.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { invite } from '../../people/links/invite.ts';
import type { Org } from '../../people/orgs/org.ts';
import { createEntry } from '../../request-log/log-event.ts';
import { originOf } from '../../request-log/request-log.ts';
import { actFreshly, freshErrors, freshFields } from '../../signing-in/act-freshly.ts';
import { defineSearch } from '../define-search.ts';
import { filterSchemas } from '../filter-schemas.ts';
import {
  invitationAnswer,
  invitationOutput,
  inviteFields,
  printedLink,
  printLinkField,
} from '../org/invitation-fields.ts';
import { ofAllOrgs, orgAnswer, orgField, orgProperties } from '../org/people-answer.ts';
import { searchSpecs } from '../search-specs.ts';

/** Source: contract part 2 "Settled details". */
export const adminOrgCreate = defineRoute({
  path: '/admin/org/create',
  summary: 'Makes an org',
  access: operatorAccess,
  input: {
    properties: {
      ...freshFields,
      slug: {
        type: 'string',
        // A request names an org by slug or id: a slug in the form of an id could name another org.
        pattern: '^(?![0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
        allowed:
          '1 to 63 of a-z 0-9 and -, with a letter or digit at both ends, and not in the form of an id',
        description: 'Unique name in addresses, not in the form of an id',
      },
      name: { ...nameField, examples: ['Riverside lab'] },
    },
    required: ['slug', 'name'],
  },
  output: { properties: { id: text, slug: text, name: text, status: text, created_at: text } },
  errors: [errors.orgExists, ...freshErrors],
  async handle(context: UserApiContext, { slug, name, ...shown }, caller, request) {
    const org = {
      id: context.newId(),
      slug,
      name,
      status: 'active',
      createdAt: new Date(context.now()),
    } as const;
    const change = { event: 'admin.org.create', actorId: caller.account.id, orgId: org.id } as const;
    const origin = originOf(request);
    const row = createEntry(context, change, origin);
    const fresh = { caller, shown, origin };
    if (!(await actFreshly(context, fresh, ({ orgs }) => orgs.create(org, row))))
      throw new ApiError(errors.orgExists, { field: 'slug' });
    return { id: org.id, slug, name, status: org.status, created_at: org.createdAt.toISOString() };
  },
});

/** Source: contract part 2 "Addresses and invitations". */
export const adminOrgInvite = defineRoute({
  path: '/admin/org/invite',
  summary: 'Invites an address to an org',
  access: operatorAccess,
  input: {
    properties: { ...freshFields, ...inviteFields, print_link: printLinkField },
    required: ['org', 'email', 'role'],
  },
  output: { properties: { ...invitationOutput.properties, link: printedLink }, optional: ['link'] },
  errors: [errors.emailInvalid, errors.notFound, ...freshErrors],
  async handle(context: UserApiContext, { org: name, email, role, print_link, ...shown }, caller, request) {
    const org = await context.orgs.find(name);
    if (org?.status !== 'active') throw new ApiError(errors.notFound, { field: 'org' });
    const operator = { printsLink: print_link === true };
    const change = { event: 'admin.org.invite', actorId: caller.account.id } as const;
    const requested = { org, email, role, caller, shown, operator };
    const { link, ...invited } = await invite(context, requested, change, originOf(request));
    return { ...invitationAnswer(invited), ...(link === undefined ? {} : { link }) };
  },
});

const item = {
  title: 'ListedOrg',
  type: 'object',
  additionalProperties: false,
  properties: orgProperties,
} as const;

/** Source: contract part 2 "People of an org". */
export const adminOrgSearch = defineSearch({
  path: '/admin/org/search',
  summary: 'Lists all orgs, newest first',
  access: operatorAccess,
  spec: searchSpecs.orgs,
  fields: {
    org: { ...filterSchemas.text, description: 'Id or slug' },
    status: filterSchemas.oneOf(...orgProperties.status.enum),
    search: { ...filterSchemas.part, description: 'Literal part of the slug or the name' },
  },
  item,
  toItem: (org: Org) => orgAnswer(org),
  errors: [],
  readFilters: ({ org, status, search }) => ({ org, status, search }),
  ...ofAllOrgs,
  find: ({ orgs }, { scope, filters, plan }) => orgs.search(scope, filters, plan),
});

const count = { type: 'integer' } as const;

/** Source: contract part 2 "People of an org". */
export const adminOrgView = defineRoute({
  path: '/admin/org/view',
  summary: 'Shows an org, and how many people are in it or invited',
  access: operatorAccess,
  input: { properties: { org: orgField }, required: ['org'] },
  output: {
    properties: {
      ...orgProperties,
      members: { ...count, description: 'Owners among them' },
      owners: count,
      invitations: { ...count, description: 'Open ones' },
    },
  },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { org: name }, { account }, request) {
    const org = await context.orgs.find(name);
    if (org === undefined) throw new ApiError(errors.notFound, { field: 'org' });
    const counts = await context.orgs.countPeople(org.id, new Date(context.now()));
    const read = { event: 'admin.read', route: request.path, details: { rows: 1 } } as const;
    await logOperator(context, account, read, originOf(request));
    return { ...orgAnswer(org), ...counts };
  },
});
