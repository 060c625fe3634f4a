import { defineAct } from '../../define-act.ts';
import { defineSearch, partFilter, stateFilter } from '../../define-search.ts';
import {
  invitation,
  invitationColumns,
  memberColumns,
  peopleFilters,
  roles,
  saySeen,
  shownInvitation,
  withdrawal,
} from '../orgs.ts';

const needs = 'admin';
const member = {
  org: { summary: 'The org, by id or slug.' },
  user: { summary: 'The address or the id of the account.' },
} as const;

export const printLinkOption = {
  'print-link': { type: 'flag', summary: 'Send no mail, and print the link to hand over.' },
} as const;

const nameUser = (user: string) => (user.includes('@') ? { email: user } : { user_id: user });

export const orgs = [
  defineSearch({
    name: 'admin orgs list',
    summary: 'List all orgs.',
    needs,
    things: 'orgs',
    filters: {
      org: { type: 'text', field: 'org', summary: 'Only this one, by id or slug.' },
      status: stateFilter('active', 'disabled'),
      search: partFilter('slug or name'),
    },
    search: (api, fields) => api('/admin/org/search', fields),
    columns: {
      slug: ({ slug }) => slug,
      name: ({ name }) => name,
      status: ({ status }) => status,
      id: ({ id }) => id,
    },
    key: ({ slug }) => slug,
  }),
  defineAct({
    name: 'admin orgs view',
    summary: 'Show an org, and how many people are in it.',
    needs,
    arguments: { org: member.org },
    call: (api, { org }) => api('/admin/org/view', { org }),
    fields: (one) => ({
      slug: one.slug,
      name: one.name,
      id: one.id,
      status: one.status,
      members: one.members,
      owners: one.owners,
      'open invitations': one.invitations,
    }),
  }),
  defineSearch({
    name: 'admin orgs members',
    summary: 'List the members of all orgs.',
    needs,
    things: 'members',
    filters: peopleFilters,
    search: (api, fields) => api('/admin/org/member/search', fields),
    columns: memberColumns,
    key: ({ user }) => user?.id ?? '',
  }),
  defineSearch({
    name: 'admin orgs invitations',
    summary: 'List the open invitations of all orgs.',
    needs,
    things: 'open invitations',
    filters: peopleFilters,
    search: (api, fields) => api('/admin/org/invitation/search', fields),
    columns: invitationColumns,
    key: ({ invite }) => invite,
  }),
  defineAct({
    name: 'admin orgs withdraw',
    summary: 'Withdraw an invitation.',
    needs,
    ...withdrawal,
    call: (api, { org, invite }) => api('/admin/org/invitation/withdraw', { org, invite }),
  }),
  defineAct({
    name: 'admin orgs create',
    summary: 'Make an org.',
    needs,
    arguments: { slug: { summary: 'Its short name, for commands.' }, name: { summary: 'Its name.' } },
    call: (api, { slug, name }) => api('/admin/org/create', { slug, name }),
    fields: ({ id, slug, name }) => ({ id, slug, name }),
    result: ({ id }) => id,
    done: ({ slug }) => `The org ${slug} is made.`,
  }),
  defineAct({
    name: 'admin orgs invite',
    summary: 'Invite a person to an org.',
    needs,
    ...invitation,
    options: { ...invitation.options, ...printLinkOption },
    ...shownInvitation,
    call: (api, { org, email, role = 'member', 'print-link': prints }) =>
      api('/admin/org/invite', { org, email, role, print_link: prints }),
  }),
  defineAct({
    name: 'admin orgs member-add',
    summary: 'Add a member to an org, or give a member another role.',
    needs,
    arguments: member,
    options: { role: { type: 'text', choices: roles, summary: 'The role; member unless given.' } },
    call: (api, { org, user, role = 'member' }) =>
      api('/admin/org/member_add', { org, role, ...nameUser(user) }),
    fields: (data) => ({ clients: data.client_ids }),
    done: (data, { org, user }) => `${user} is ${data.role} of ${org}.${saySeen(data)}`,
  }),
  defineAct({
    name: 'admin orgs member-remove',
    summary: 'Remove a member from an org; sessions that speak for it end.',
    needs,
    arguments: member,
    question: ({ org, user }) => `Remove ${user} from ${org}?`,
    call: (api, { org, user }) => api('/admin/org/member_remove', { org, ...nameUser(user) }),
    fields: (data) => ({ clients: data.client_ids }),
    done: (data, { org, user }) => `${user} is no member of ${org} any more.${saySeen(data)}`,
  }),
];
