import { defineAct, dropUnset } from '../../define-act.ts';
import { defineSearch, partFilter, periodFilters, stateFilter, type UserApi } from '../../define-search.ts';
import { createComplaint, exitCodes } from '../../failure.ts';
import { languages } from '../../languages.ts';
import { showTime } from '../../output.ts';
import { roles } from '../orgs.ts';
import { printLinkOption } from './orgs.ts';

const needs = 'admin';

const user = { user: { summary: 'The address or the id of the account.' } } as const;

/** The id of an account that is named by its address or its id. */
export async function findUserId(api: UserApi, typed: string): Promise<string> {
  if (!typed.includes('@')) return typed;
  const { items } = await api('/admin/user/search', { email: typed });
  const [found] = items;
  if (found === undefined) throw createComplaint(`Nobody has the address ${typed}.`, exitCodes.notFound);
  return found.id;
}

const kinds = ['user', 'admin', 'root'] as const;

export const users = [
  defineSearch({
    name: 'admin users list',
    summary: 'List all users.',
    needs,
    things: 'users',
    filters: {
      email: { type: 'text', field: 'email', summary: 'Only the one with this address.' },
      name: { type: 'text', field: 'name', summary: 'Only those with exactly this name.' },
      search: partFilter('address or name'),
      status: stateFilter('active', 'disabled', 'deleted', 'invited'),
      kind: { type: 'text', field: 'kind', choices: kinds, summary: 'Only accounts of this kind.' },
      org: { type: 'text', field: 'org', summary: 'Only members of this org, by id or slug.' },
      mfa: {
        type: 'text',
        field: 'mfa',
        choices: ['true', 'false'],
        summary: 'Only those with one-time codes, or without.',
      },
      ...periodFilters,
    },
    search: (api, fields) => api('/admin/user/search', fields),
    columns: {
      email: ({ email }) => email,
      kind: ({ kind }) => kind,
      status: ({ status }) => status,
      mfa: ({ mfa }) => mfa,
      'last login': (one) => showTime(one.last_login_at),
      name: ({ name }) => name,
      id: ({ id }) => id,
    },
    key: ({ id }) => id,
  }),
  defineAct({
    name: 'admin users view',
    summary: 'Show an account and its orgs.',
    needs,
    arguments: user,
    call: async (api, { user: typed }) => api('/admin/user/view', { user_id: await findUserId(api, typed) }),
    fields: (one) => ({
      email: one.email,
      verified: one.email_verified,
      name: one.name,
      id: one.id,
      kind: one.kind,
      status: one.status,
      mfa: one.mfa,
      orgs: one.orgs.map(({ org_slug: slug, role }) => `${slug} (${role})`),
    }),
  }),
  defineAct({
    name: 'admin users create',
    summary: 'Make an account for a person, who gets a link to complete it.',
    needs,
    arguments: { email: { summary: 'The address of the person.' } },
    options: {
      name: { type: 'text', summary: 'Their name.' },
      org: { type: 'text', summary: 'Invite them to this org, by id or slug.' },
      role: { type: 'text', choices: roles, summary: 'What they may do there; member unless given.' },
      locale: { type: 'text', choices: languages, summary: 'The language of their mails.' },
      ...printLinkOption,
    },
    call: (api, { email, name, org, role, locale, 'print-link': prints }) =>
      api('/admin/user/create', { email, ...dropUnset({ name, org, role, locale }), print_link: prints }),
    fields: ({ user_id: id, email, invite, expires_at: until, link }) => ({
      id,
      email,
      ...(invite === null ? {} : { invite }),
      until: showTime(until),
      ...(link === undefined ? {} : { link }),
    }),
    result: ({ user_id: id, link }) => link ?? id,
    done: ({ email, link }) =>
      link === undefined
        ? `${email} completes the account by the link in the mail.`
        : `Give the link only to ${email}: whoever has it gets the account.`,
  }),
  defineAct({
    name: 'admin users disable',
    summary: 'Disable an account; its sign-ins end.',
    needs,
    arguments: user,
    question: ({ user: typed }) => `Disable ${typed} and end all sign-ins?`,
    call: async (api, { user: typed }) =>
      api('/admin/user/disable', { user_id: await findUserId(api, typed) }),
    done: ({ ended, client_ids: clients, client_count: count }, { user: typed }) =>
      `${typed} is disabled. Sign-ins ended: ${ended}. Clients inactive meanwhile: ${[count, ...clients].join(' ')}`,
  }),
  defineAct({
    name: 'admin users enable',
    summary: 'Enable a disabled account; its older sign-ins stay ended.',
    needs,
    arguments: user,
    call: async (api, { user: typed }) =>
      api('/admin/user/enable', { user_id: await findUserId(api, typed) }),
    done: (_data, { user: typed }) => `${typed} is enabled.`,
  }),
  defineAct({
    name: 'admin users set-kind',
    summary: 'Make an account an operator, or take that power away; only a root may. Its sign-ins end.',
    needs,
    arguments: { ...user, kind: { summary: 'user, admin or root.', choices: kinds } },
    question: ({ user: typed, kind }) => `Give ${typed} the kind ${kind} and end all sign-ins?`,
    call: async (api, { user: typed, kind }) =>
      api('/admin/user/set_kind', { kind, user_id: await findUserId(api, typed) }),
    done: ({ ended }, { user: typed, kind }) => `${typed} is of kind ${kind}. Sign-ins ended: ${ended}.`,
  }),
  defineAct({
    name: 'admin users reset-password',
    summary: 'Give an account a random password, which must be changed; its sign-ins end.',
    needs,
    arguments: user,
    question: ({ user: typed }) => `Give ${typed} a new password and end all sign-ins?`,
    call: async (api, { user: typed }) =>
      api('/admin/user/reset_password', { user_id: await findUserId(api, typed) }),
    fields: ({ password }) => ({ password }),
    result: ({ password }) => password,
    done: ({ ended }) =>
      `The password is shown this once, and must be changed at the next sign-in. Sign-ins ended: ${ended}.`,
  }),
  defineAct({
    name: 'admin users reset-totp',
    summary: 'Turn off the one-time codes of an account.',
    needs,
    arguments: user,
    question: ({ user: typed }) => `Turn off the one-time codes of ${typed}?`,
    call: async (api, { user: typed }) =>
      api('/admin/user/reset_totp', { user_id: await findUserId(api, typed) }),
    done: (_data, { user: typed }) => `${typed} signs in without a one-time code.`,
  }),
  defineAct({
    name: 'admin users reset-passkeys',
    summary: 'Remove all passkeys of an account.',
    needs,
    arguments: user,
    question: ({ user: typed }) => `Remove all passkeys of ${typed}?`,
    call: async (api, { user: typed }) =>
      api('/admin/user/reset_passkeys', { user_id: await findUserId(api, typed) }),
    done: (_data, { user: typed }) => `${typed} has no passkeys.`,
  }),
  defineAct({
    name: 'admin users verify-email',
    summary: 'Vouch for the address of an account.',
    needs,
    arguments: user,
    call: async (api, { user: typed }) =>
      api('/admin/user/verify_email', { user_id: await findUserId(api, typed) }),
    done: (_data, { user: typed }) => `The address of ${typed} is verified.`,
  }),
];
