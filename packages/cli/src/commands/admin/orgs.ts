import { defineAct } from '../../define-act.ts';
import { invitation, roles, shownInvitation } from '../orgs.ts';

const needs = 'admin';
const member = {
  org: { summary: 'The org, by id or slug.' },
  user: { summary: 'The address or the id of the account.' },
} as const;

const nameUser = (user: string) => (user.includes('@') ? { email: user } : { user_id: user });

export const orgs = [
  defineAct({
    name: 'admin orgs create',
    summary: 'Make an org.',
    needs,
    arguments: { slug: { summary: 'Its short name, for commands.' }, name: { summary: 'Its name.' } },
    call: (api, { slug, name }, options) => api('/admin/org/create', { slug, name }, options),
    fields: ({ id, slug, name }) => ({ id, slug, name }),
    result: ({ id }) => id,
    done: ({ slug }) => `The org ${slug} is made.`,
  }),
  defineAct({
    name: 'admin orgs invite',
    summary: 'Invite a person to an org.',
    needs,
    ...invitation,
    ...shownInvitation,
    call: (api, { org, email, role = 'member' }, options) =>
      api('/admin/org/invite', { org, email, role }, options),
  }),
  defineAct({
    name: 'admin orgs member-add',
    summary: 'Add a member to an org, or give a member another role.',
    needs,
    arguments: member,
    options: { role: { type: 'text', choices: roles, summary: 'The role; member unless given.' } },
    call: (api, { org, user, role = 'member' }, options) =>
      api('/admin/org/member_add', { org, role, ...nameUser(user) }, options),
    done: ({ role }, { org, user }) => `${user} is ${role} of ${org}.`,
  }),
  defineAct({
    name: 'admin orgs member-remove',
    summary: 'Remove a member from an org; sessions that speak for it end.',
    needs,
    arguments: member,
    question: ({ org, user }) => `Remove ${user} from ${org}?`,
    call: (api, { org, user }, options) =>
      api('/admin/org/member_remove', { org, ...nameUser(user) }, options),
    done: (_data, { org, user }) => `${user} is no member of ${org} any more.`,
  }),
];
