import type { OwnInvitation } from '../../../src/people/orgs/invitation.ts';
import { makeLogEntry } from '../../setup/make-log-entry.ts';
import { startMs } from '../../setup/signer.ts';
import { callers } from '../people.ts';
import type { SearchCase } from '../search-case.ts';
import { prepareOrgs } from './org-people.ts';

const { account: inviter } = callers.operator;

/** An invitation with the address that it is for. */
type Row = OwnInvitation & { readonly email: string };

/** An address has one open invitation to an org: each row is of an org of its own. */
export const ownInvitationsCase: SearchCase<Row> = {
  path: '/account/me/invitation/search',
  access: 'account',
  prepare: prepareOrgs,
  samples: [{ role: 'admin' }, { role: 'owner' }, {}],
  filters: {
    role: {
      good: ['owner', 'admin', 'member'],
      bad: ['root', 'Owner'],
      matches: ({ role }, value) => role === value,
    },
  },
  item: ({ id, orgId, orgSlug, orgName, createdAt, expiresAt }) => ({
    invite: id,
    org: { id: orgId, slug: orgSlug, name: orgName },
    role: 'admin',
    invited_by: { name: inviter.name, email: inviter.email },
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  }),
  makeRow: ({ account }, { id, createdAt }, sample) => ({
    id,
    orgId: `d${id.slice(1)}`,
    orgSlug: `o-${id}`,
    orgName: 'Org',
    role: 'member',
    inviterName: inviter.name,
    inviterEmail: inviter.email,
    email: account.email,
    createdAt,
    expiresAt: new Date(startMs + 7 * 24 * 3_600_000),
    ...sample,
  }),
  idOfRow: ({ id }) => id,
  idOfItem: ({ invite }) => invite,
  async put({ service: { context } }, { id, orgId, orgSlug: slug, orgName: name, email, role, ...times }) {
    const { createdAt, expiresAt } = times;
    await context.orgs.create({ id: orgId, slug, name, status: 'active', createdAt }, makeLogEntry());
    const invitation = { id, orgId, email, role, invitedBy: inviter.id, createdAt, expiresAt };
    await context.invitations.add(invitation, makeLogEntry());
  },
  async remove({ service: { context } }, { id, orgId }) {
    await context.invitations.withdraw({ id, orgId, by: null }, makeLogEntry());
  },
  sees: ({ account }, { email }) => email === account.email,
};
