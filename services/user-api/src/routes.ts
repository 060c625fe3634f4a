import { createEnvelopeProtocol, type Route, type RouteGroup } from '@latchkey/http-server';
import type { HeaderAuthMode } from '@latchkey/request-parser';
import { rightFor, scopeMissing } from '@latchkey/tokens';
import type { UserApiContext } from './context.ts';
import {
  accountDelete,
  accountExport,
  accountUpdate,
  accountView,
  deviceSignInChange,
} from './routes/account/me.ts';
import { ownLogSearch } from './routes/account/me/auth/request_log/search.ts';
import { emailChangeRequest, emailConfirm, emailRequestConfirmation } from './routes/account/me/email.ts';
import { invitationAccept, invitationDecline, ownInvitationsSearch } from './routes/account/me/invitation.ts';
import { passkeyAdd, passkeyBegin, passkeyList, passkeyRemove } from './routes/account/me/passkey.ts';
import { clientPasswordChange, passwordChange } from './routes/account/me/password.ts';
import {
  accountSessionRevoke,
  accountSessionRevokeOthers,
  ownSessionsSearch,
} from './routes/account/me/session.ts';
import { recoveryCodesReplace, totpBegin, totpConfirm, totpDisable } from './routes/account/me/totp.ts';
import { adminApiArchive, adminApiCreate, adminApiSearch, adminApiUpdate } from './routes/admin/api.ts';
import { adminLogSearch } from './routes/admin/auth/request_log/search.ts';
import { adminClientVerify } from './routes/admin/client/verify.ts';
import { adminMailSearch, adminMailSendAgain } from './routes/admin/mail.ts';
import { adminOrgCreate, adminOrgInvite, adminOrgSearch, adminOrgView } from './routes/admin/org.ts';
import { adminInvitationsSearch, adminInvitationWithdraw } from './routes/admin/org/invitation.ts';
import { adminMembersSearch, adminOrgMemberAdd, adminOrgMemberRemove } from './routes/admin/org/member.ts';
import { adminSessionRevoke, adminSessionSearch } from './routes/admin/session.ts';
import {
  adminSignalCreate,
  adminSignalDelete,
  adminSignalRotateSecret,
  adminSignalSearch,
  adminSignalTurnOn,
  adminSignalUpdate,
} from './routes/admin/signal.ts';
import { adminTotalsView } from './routes/admin/totals.ts';
import {
  adminUserCreate,
  adminUserSearch,
  adminUserVerifyEmail,
  adminUserView,
} from './routes/admin/user.ts';
import {
  adminUserResetPasskeys,
  adminUserResetPassword,
  adminUserResetTotp,
} from './routes/admin/user/reset.ts';
import { adminUserDisable, adminUserEnable, adminUserSetKind } from './routes/admin/user/status.ts';
import { legacyLogin, legacyMemberExchange } from './routes/auth/legacy.ts';
import { memberExchange, memberLogin, memberRootSession } from './routes/auth/member.ts';
import { signup } from './routes/auth/signup.ts';
import { userExchange, userLogin, userRootSession } from './routes/auth/user.ts';
import { accountStandings, standingChanges } from './routes/internal/v1/accounts.ts';
import { findApis } from './routes/internal/v1/apis/find-many.ts';
import { findAsker } from './routes/internal/v1/askers/find.ts';
import { findClients } from './routes/internal/v1/clients/find-many.ts';
import { logEventsOfSso } from './routes/internal/v1/events/log.ts';
import { logEventsOfDrop } from './routes/internal/v1/events/log_drops.ts';
import { linkRequest, linkReset, linkRestore, linkSignUp, linkView } from './routes/internal/v1/links.ts';
import {
  endSessionOfToken,
  revokeRootSession,
  stepUpRootSession,
  viewRootSession,
  viewSession,
} from './routes/internal/v1/sessions.ts';
import { credentialsIssue, credentialsRevoke, credentialsSearch } from './routes/oauth/client_credentials.ts';
import {
  clientArchive,
  clientCreate,
  clientRestore,
  clientRotateSecret,
  clientsSearch,
  clientUpdate,
  clientView,
} from './routes/oauth/clients.ts';
import { consentRevoke, consentsSearch } from './routes/oauth/clients/authorized.ts';
import { connectedSearch } from './routes/oauth/clients/connected/search.ts';
import {
  connectionsAccept,
  connectionsAdd,
  connectionsRemove,
  connectionsVerify,
} from './routes/oauth/clients/connections.ts';
import { deviceRevoke, devicesSearch } from './routes/oauth/device.ts';
import { orgLeave, ownOrgsSearch } from './routes/org.ts';
import { orgInvitationsSearch, orgInvitationWithdraw, orgInvite } from './routes/org/invitation.ts';
import { orgMemberRemove, orgMemberSetRole, orgMembersSearch } from './routes/org/member.ts';
import { sessionLogout, sessionMe } from './routes/session.ts';

/** Every endpoint of the service; adding one is a value in the file of its resource, its test and a line here. */
export const routes: readonly Route<UserApiContext>[] = [
  userLogin,
  userRootSession,
  userExchange,
  memberLogin,
  memberRootSession,
  memberExchange,
  signup,
  credentialsIssue,
  sessionMe,
  sessionLogout,
  accountView,
  accountSessionRevoke,
  accountSessionRevokeOthers,
  ownLogSearch,
  ownSessionsSearch,
  passwordChange,
  clientPasswordChange,
  emailRequestConfirmation,
  emailChangeRequest,
  emailConfirm,
  ownInvitationsSearch,
  invitationAccept,
  invitationDecline,
  ownOrgsSearch,
  orgMembersSearch,
  orgMemberRemove,
  orgMemberSetRole,
  orgInvite,
  orgInvitationsSearch,
  orgInvitationWithdraw,
  orgLeave,
  totpBegin,
  totpConfirm,
  totpDisable,
  recoveryCodesReplace,
  passkeyList,
  passkeyBegin,
  passkeyAdd,
  passkeyRemove,
  deviceSignInChange,
  accountUpdate,
  accountExport,
  accountDelete,
  adminApiArchive,
  adminApiCreate,
  adminApiSearch,
  adminApiUpdate,
  adminLogSearch,
  adminSessionRevoke,
  adminSessionSearch,
  adminTotalsView,
  adminMailSearch,
  adminMailSendAgain,
  adminSignalCreate,
  adminSignalDelete,
  adminSignalRotateSecret,
  adminSignalSearch,
  adminSignalTurnOn,
  adminSignalUpdate,
  adminUserSearch,
  adminUserView,
  adminUserCreate,
  adminUserDisable,
  adminUserEnable,
  adminUserSetKind,
  adminUserResetTotp,
  adminUserResetPassword,
  adminUserResetPasskeys,
  adminClientVerify,
  adminOrgCreate,
  adminUserVerifyEmail,
  adminOrgInvite,
  adminOrgMemberAdd,
  adminOrgMemberRemove,
  adminOrgSearch,
  adminOrgView,
  adminMembersSearch,
  adminInvitationsSearch,
  adminInvitationWithdraw,
  clientsSearch,
  clientCreate,
  clientView,
  clientUpdate,
  clientRotateSecret,
  clientArchive,
  clientRestore,
  connectedSearch,
  credentialsSearch,
  credentialsRevoke,
  connectionsAdd,
  connectionsAccept,
  connectionsRemove,
  connectionsVerify,
  consentsSearch,
  consentRevoke,
  devicesSearch,
  deviceRevoke,
  findApis,
  findClients,
  logEventsOfSso,
  findAsker,
  logEventsOfDrop,
  accountStandings,
  standingChanges,
  viewRootSession,
  revokeRootSession,
  stepUpRootSession,
  viewSession,
  endSessionOfToken,
  linkRequest,
  linkView,
  linkRestore,
  linkSignUp,
  linkReset,
];

/** There only with LEGACY_AUTH=on. */
export const legacyRoutes: readonly Route<UserApiContext>[] = [legacyLogin, legacyMemberExchange];

interface RouteSwitches {
  /** The state of each family in the header migration. */
  readonly headerAuth: Readonly<Record<string, HeaderAuthMode>>;
  /** Whether the retained legacy handlers are there at all. */
  readonly legacyAuth: 'on' | 'off';
}

/** The routes under the one protocol of this service, as its switches have them. */
export function groupRoutes({ headerAuth, legacyAuth }: RouteSwitches): [RouteGroup<UserApiContext>] {
  const protocol = createEnvelopeProtocol({
    headerAuth: (family) => (family === undefined ? 'off' : (headerAuth[family] ?? 'off')),
  });
  const there = legacyAuth === 'on' ? [...routes, ...legacyRoutes] : routes;
  return [{ protocol, routes: there.map(listMissingScope) }];
}

/** Lists the failure of base authentication that depends on the path. Throws for a path without a line in the table. */
function listMissingScope(route: Route<UserApiContext>): Route<UserApiContext> {
  const right = rightFor('user-api', route.path);
  return right === undefined ? route : { ...route, errors: [...route.errors, scopeMissing(right)] };
}
