import type { UserApiData } from '@latchkey/client';
import { defineAct } from '../define-act.ts';
import { defineSearch } from '../define-search.ts';
import { showTime } from '../output.ts';

export const roles = ['owner', 'admin', 'member'] as const;

const needs = 'orgs';
const org = { summary: 'The org, by id or slug.' };
const member = { org, user: { summary: 'The id of the account.' } } as const;

export const invitation = {
  arguments: { org, email: { summary: 'The address of the person.' } },
  options: {
    role: { type: 'text', choices: roles, summary: 'What they may do there; member unless given.' },
  },
} as const;

type Invited = UserApiData<'/admin/org/invite'>;

export const shownInvitation = {
  fields: ({ invite, email, role, expires_at: until, link }: Invited) => ({
    invite,
    email,
    role,
    until: showTime(until),
    ...(link === undefined ? {} : { link }),
  }),
  result: ({ invite, link }: Invited) => link ?? invite,
  done({ email, invite, role, replaced_role: former, link }: Invited) {
    const before = former ? `This replaces the open invitation as ${former} with one as ${role}. ` : '';
    const next =
      link === undefined
        ? `${email} joins by the link in the mail, or with: latchkey account invitations accept ${invite}`
        : `Give the link only to ${email}: whoever has it can join as ${email}.`;
    return before + next;
  },
};

export const withdrawal = {
  arguments: { org, invite: { summary: 'The id of the invitation.' } },
  done: () => 'The invitation is withdrawn.',
} as const;

export const peopleFilters = {
  org: { type: 'text', field: 'org', summary: 'Only those of this org, by id or slug.' },
  role: { type: 'text', field: 'role', choices: roles, summary: 'Only those with this role.' },
  email: { type: 'text', field: 'email', summary: 'Only the one with this address.' },
} as const;

type ShownMember = UserApiData<'/admin/org/member/search'>['items'][number];

export const memberColumns = {
  user: ({ user }: ShownMember) => user?.id,
  email: ({ user }: ShownMember) => user?.email,
  role: ({ role }: ShownMember) => role,
  org: (one: ShownMember) => one.org?.slug,
  name: ({ name }: ShownMember) => name,
};

type ShownInvitation = UserApiData<'/admin/org/invitation/search'>['items'][number];

export const invitationColumns = {
  invite: ({ invite }: ShownInvitation) => invite,
  email: ({ email }: ShownInvitation) => email,
  role: ({ role }: ShownInvitation) => role,
  org: (one: ShownInvitation) => one.org?.slug,
  until: (one: ShownInvitation) => showTime(one.expires_at),
};

/** What is said of the secrets that a member could have seen who does not see them any more. */
export const saySeen = ({ client_count: count }: { readonly client_count: number }): string =>
  count === 0 ? '' : ` They could have seen the secrets of ${count} of its clients: rotate them.`;

export const orgs = [
  defineSearch({
    name: 'orgs list',
    summary: 'List your orgs.',
    needs,
    things: 'orgs',
    filters: {
      role: { type: 'text', field: 'role', choices: roles, summary: 'Only those where you have this role.' },
    },
    search: (api, fields) => api('/org/search', fields),
    columns: {
      slug: ({ slug }) => slug,
      name: ({ name }) => name,
      role: ({ role }) => role,
      id: ({ id }) => id,
    },
    key: ({ slug }) => slug,
  }),
  defineSearch({
    name: 'orgs members',
    summary: 'List the members of the orgs that you manage.',
    needs,
    things: 'members',
    filters: peopleFilters,
    search: (api, fields) => api('/org/member/search', fields),
    columns: memberColumns,
    key: ({ user }) => user?.id ?? '',
  }),
  defineAct({
    name: 'orgs set-role',
    summary: 'Give a member another role.',
    needs,
    arguments: { ...member, role: { summary: 'owner, admin or member.', choices: roles } },
    call: (api, { org: name, user, role }) => api('/org/member/set_role', { org: name, user_id: user, role }),
    fields: (data) => ({ clients: data.client_ids }),
    done: (data, { org: name, user }) => `${user} is ${data.role} of ${name}.${saySeen(data)}`,
  }),
  defineAct({
    name: 'orgs remove',
    summary: 'Remove a member; sessions that speak for the org end.',
    needs,
    arguments: member,
    question: ({ org: name, user }) => `Remove ${user} from ${name}?`,
    call: (api, { org: name, user }) => api('/org/member/remove', { org: name, user_id: user }),
    fields: (data) => ({ clients: data.client_ids }),
    done: (data, { org: name, user }) => `${user} is no member of ${name} any more.${saySeen(data)}`,
  }),
  defineAct({
    name: 'orgs leave',
    summary: 'Leave an org.',
    needs,
    arguments: { org },
    question: ({ org: name }) => `Leave ${name}?`,
    call: (api, { org: name }) => api('/org/leave', { org: name }),
    done: (_data, { org: name }) => `You are no member of ${name} any more.`,
  }),
  defineAct({
    name: 'orgs invite',
    summary: 'Invite a person to an org that you manage.',
    needs,
    ...invitation,
    ...shownInvitation,
    call: (api, { org: name, email, role = 'member' }) => api('/org/invite', { org: name, email, role }),
  }),
  defineSearch({
    name: 'orgs invitations',
    summary: 'List the open invitations of the orgs that you manage.',
    needs,
    things: 'open invitations',
    filters: peopleFilters,
    search: (api, fields) => api('/org/invitation/search', fields),
    columns: invitationColumns,
    key: ({ invite }) => invite,
  }),
  defineAct({
    name: 'orgs withdraw',
    summary: 'Withdraw an invitation.',
    needs,
    ...withdrawal,
    call: (api, { org: name, invite }) => api('/org/invitation/withdraw', { org: name, invite }),
  }),
];
