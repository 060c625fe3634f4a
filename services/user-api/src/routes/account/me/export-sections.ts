import type { Account } from '../../../accounts/account.ts';
import { directionOf } from '../../../clients/connection.ts';
import type { UserApiContext } from '../../../context.ts';
import { mapBatches, readPages } from '../../../people/own-account/export-account.ts';
import type { ExportSection } from '../../../people/own-account/write-export.ts';
import type { Caller } from '../../../sessions/session.ts';
import { userAnswer } from '../../auth/answers.ts';
import { ownEntryAnswer } from '../../log-answer.ts';
import { credentialAnswer } from '../../oauth/client_credentials.ts';
import { clientAnswer } from '../../oauth/clients/client-answer.ts';
import { connectionAnswer } from '../../oauth/clients/connected/search.ts';
import { passkeyAnswer } from '../../passkey-answer.ts';
import { listedSessionAnswer } from '../../session/session-answer.ts';

/** What is left of a change of the address, as the view and the export show it. */
export async function changeAnswer({ links, now }: UserApiContext, { id }: Pick<Account, 'id'>) {
  const found = await links.findChange(id, new Date(now()));
  return found === undefined ? null : { ...found, until: found.until.toISOString() };
}

const object = { type: 'object' } as const;
const list = { type: 'array', items: object, examples: [[]] } as const;

/** The members of the file, in their order. The lists hold the items of the searches. */
export const describeExport = {
  properties: {
    account: { ...object, examples: [{ email: 'ada@example.com', name: 'Ada Lovelace' }] },
    memberships: list,
    invitations: list,
    known_devices: list,
    passkeys: list,
    devices: list,
    consents: list,
    sessions: list,
    clients: list,
    connections: list,
    credentials: list,
    mails: list,
    request_log: list,
    complete: {
      type: 'boolean',
      enum: [true],
      description: 'The last member: without it the file is a part',
    },
  },
  required: ['account', 'complete'],
} as const;

type Sections = Record<Exclude<keyof typeof describeExport.properties, 'complete'>, ExportSection>;

/** All that is kept of the caller: what is small as it is, the rest as lists to read. sso is asked first of these. */
export async function exportSections(
  context: UserApiContext,
  caller: Caller,
  traceparent: string,
): Promise<Sections> {
  const { exports, sso } = context;
  const { account } = caller;
  const { id: userId } = account;
  const [now, ofCaller] = [new Date(context.now()), { all: false, ownerIds: [userId] } as const];
  return {
    account: await describeAccount(context, caller, now),
    ...(await describeSmallLists(context, caller)),
    devices: mapBatches(
      readPages((plan) => sso.searchDevices({ userId, plan, filters: {} }, traceparent)),
      ({ family_id: _family, ...device }) => device,
    ),
    consents: readPages((plan) => sso.searchConsents({ userId, plan, filters: {} }, traceparent)),
    sessions: mapBatches(exports.readSessions(userId, now), (row) => listedSessionAnswer(row, caller)),
    clients: mapBatches(exports.readClients(userId), clientAnswer),
    connections: mapBatches(exports.readConnections(userId), (row) =>
      connectionAnswer({ ...row, direction: directionOf(row, ofCaller, {}) }),
    ),
    credentials: mapBatches(exports.readCredentials(userId, now), credentialAnswer),
    mails: mapBatches(exports.readMails(userId), ({ kind, createdAt }) => ({
      kind,
      created_at: createdAt.toISOString(),
    })),
    request_log: mapBatches(exports.readLog(userId), ownEntryAnswer),
  };
}

async function describeAccount(context: UserApiContext, { account }: Caller, now: Date) {
  const { exports } = context;
  const { createdAt, lastLoginAt } = await exports.findTimes(account.id);
  return {
    ...userAnswer(account),
    email_verified_at: account.emailVerifiedAt?.toISOString() ?? null,
    email_change: await changeAnswer(context, account),
    status: account.status,
    locale: account.locale,
    mfa: account.totpSecret !== null,
    device_sign_in: account.deviceSignIn ? 'on' : 'off',
    created_at: createdAt.toISOString(),
    last_login_at: lastLoginAt?.toISOString() ?? null,
    exported_at: now.toISOString(),
  };
}

async function describeSmallLists({ exports, passkeys, ssoUrl }: UserApiContext, { account }: Caller) {
  const memberships = await exports.listMemberships(account.id);
  // Whoever has not proved the address learns nothing of what was sent to it.
  const invitations = account.emailVerifiedAt === null ? [] : await exports.listInvitations(account.email);
  const known = await exports.listKnownDevices(account.id);
  return {
    memberships: memberships.map(({ orgId, orgSlug, orgName, role, status, createdAt }) => ({
      org: { id: orgId, slug: orgSlug, name: orgName },
      role,
      status,
      created_at: createdAt.toISOString(),
    })),
    invitations: invitations.map(({ orgSlug, role, createdAt, expiresAt, acceptedAt }) => ({
      org: orgSlug,
      role,
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      accepted_at: acceptedAt?.toISOString() ?? null,
    })),
    passkeys: (await passkeys.list(account.id)).map(passkeyAnswer(ssoUrl)),
    known_devices: known.map((lastSeenAt) => ({ last_seen_at: lastSeenAt.toISOString() })),
  };
}
