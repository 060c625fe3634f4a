import { apisCase } from './cases/apis.ts';
import { clientsCase } from './cases/clients.ts';
import { connectionsCase } from './cases/connections.ts';
import { consentsCase } from './cases/consents.ts';
import { credentialsCase } from './cases/credentials.ts';
import { devicesCase } from './cases/devices.ts';
import { logCase, ownLogCase } from './cases/log.ts';
import { mailsCase } from './cases/mails.ts';
import { invitationsCase, membersCase, orgInvitationsCase, orgMembersCase } from './cases/org-people.ts';
import { orgsCase, ownOrgsCase } from './cases/orgs.ts';
import { ownInvitationsCase } from './cases/own-invitations.ts';
import { ownSessionsCase, sessionsCase } from './cases/sessions.ts';
import { signalsCase } from './cases/signals.ts';
import { usersCase } from './cases/users.ts';
import type { SearchCase } from './search-case.ts';

/** A row of whatever search. */
export interface AnyRow {
  readonly createdAt: Date;
}

/** The searches under test; adding one is its file and a line here. */
export const cases: readonly SearchCase<AnyRow>[] = [
  apisCase,
  clientsCase,
  connectionsCase,
  consentsCase,
  credentialsCase,
  devicesCase,
  logCase,
  ownLogCase,
  mailsCase,
  orgsCase,
  membersCase,
  invitationsCase,
  ownOrgsCase,
  orgMembersCase,
  orgInvitationsCase,
  ownInvitationsCase,
  ownSessionsCase,
  sessionsCase,
  signalsCase,
  usersCase,
];

/** Those whose rows are in this service's database. */
export const ownCases = cases.filter(({ isKeptBySso = false }) => !isKeptBySso);
