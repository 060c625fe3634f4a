import { definePageSpec } from '@latchkey/pagination';
import type { OwnerScope } from '../clients/client.ts';
import { ownerScopeOf } from '../clients/owner-scope.ts';
import type { PersonScope } from '../request-log/request-log.ts';
import type { Caller } from '../sessions/session.ts';

const limits = { defaultLimit: 20, maximumLimit: 100 };

/**
 * How every search is paged: key, default, maximum, sort, and the ownership values that its cursors are bound to. A
 * spec that does not hold stops the service at its start. Source: requirement 2 "Limits",
 * contract part 2 "Guarded routes".
 */
export const searchSpecs = {
  apis: definePageSpec({ key: 'user-api.admin.api.search', ...limits, cursorScope: [] }),
  clients: definePageSpec({ key: 'user-api.oauth.clients.search', ...limits, cursorScope: ['owners'] }),
  connections: definePageSpec({
    key: 'user-api.oauth.clients.connected.search',
    ...limits,
    cursorScope: ['owners'],
  }),
  consents: definePageSpec({
    key: 'user-api.oauth.clients.authorized.search',
    ...limits,
    cursorScope: ['user'],
  }),
  credentials: definePageSpec({
    key: 'user-api.oauth.client_credentials.search.app',
    ...limits,
    cursorScope: ['owners'],
  }),
  devices: definePageSpec({ key: 'user-api.oauth.device.search.user', ...limits, cursorScope: ['user'] }),
  log: definePageSpec({ key: 'user-api.admin.auth.request_log.search', ...limits, cursorScope: [] }),
  ownLog: definePageSpec({
    key: 'user-api.account.me.auth.request_log.search',
    ...limits,
    cursorScope: ['user', 'org'],
  }),
  mails: definePageSpec({ key: 'user-api.admin.mail.search', ...limits, cursorScope: [] }),
  members: definePageSpec({ key: 'user-api.admin.org.member.search', ...limits, cursorScope: [] }),
  invitations: definePageSpec({ key: 'user-api.admin.org.invitation.search', ...limits, cursorScope: [] }),
  orgInvitations: definePageSpec({
    key: 'user-api.org.invitation.search',
    ...limits,
    cursorScope: ['orgs'],
  }),
  orgMembers: definePageSpec({ key: 'user-api.org.member.search', ...limits, cursorScope: ['orgs'] }),
  orgs: definePageSpec({ key: 'user-api.admin.org.search', ...limits, cursorScope: [] }),
  ownOrgs: definePageSpec({ key: 'user-api.org.search', ...limits, cursorScope: ['user', 'org'] }),
  ownInvitations: definePageSpec({
    key: 'user-api.account.me.invitation.search',
    ...limits,
    cursorScope: ['address'],
  }),
  ownSessions: definePageSpec({
    key: 'user-api.account.me.session.search',
    ...limits,
    cursorScope: ['user', 'org'],
  }),
  sessions: definePageSpec({ key: 'user-api.admin.session.search', ...limits, cursorScope: [] }),
  signals: definePageSpec({ key: 'user-api.admin.signal.search', ...limits, cursorScope: [] }),
  users: definePageSpec({ key: 'user-api.admin.user.search', ...limits, cursorScope: [] }),
};

/** Whose rows a search shows: those of clients of the caller. */
export const byOwner = {
  scopeOf: (caller: Caller) => ownerScopeOf(caller),
  bindScope: (scope: OwnerScope) => ({ owners: scope.all ? 'all' : scope.ownerIds.join(' ') }),
};

/** Whose rows a search shows: the caller's own; with a member token only those of its org. */
export const byPerson = {
  scopeOf: ({ account, member }: Caller) => ({
    all: false as const,
    userId: account.id,
    orgId: member?.orgId ?? null,
  }),
  bindScope: ({ userId: user, orgId: org }: Exclude<PersonScope, { all: true }>) => ({ user, org }),
};
