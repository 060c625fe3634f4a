import { createEnvelopeProtocol, type Route, type RouteGroup } from '@latchkey/http-server';
import type { HeaderAuthMode } from '@latchkey/request-parser';
import { rightFor, scopeMissing } from '@latchkey/tokens';
import type { UserApiContext } from './context.ts';
import { ownLogSearch } from './routes/account/me/auth/request_log/search.ts';
import { clientPasswordChange } from './routes/account/me/client_password/change.ts';
import { accountDelete } from './routes/account/me/delete.ts';
import { deviceSignInChange } from './routes/account/me/device_sign_in/change.ts';
import { emailChangeRequest } from './routes/account/me/email/change.ts';
import { emailConfirm } from './routes/account/me/email/confirm.ts';
import { emailRequestConfirmation } from './routes/account/me/email/request_confirmation.ts';
import { accountExport } from './routes/account/me/export.ts';
import { invitationAccept } from './routes/account/me/invitation/accept.ts';
import { invitationDecline } from './routes/account/me/invitation/decline.ts';
import { ownInvitationsSearch } from './routes/account/me/invitation/search.ts';
import { passwordChange } from './routes/account/me/password/change.ts';
import { recoveryCodesReplace } from './routes/account/me/recovery_codes/replace.ts';
import { accountSessionRevokeOthers } from './routes/account/me/session/revoke_others.ts';
import { accountSessionRevoke } from './routes/account/me/session/revoke.ts';
import { ownSessionsSearch } from './routes/account/me/session/search.ts';
import { totpBegin } from './routes/account/me/totp/begin.ts';
import { totpConfirm } from './routes/account/me/totp/confirm.ts';
import { totpDisable } from './routes/account/me/totp/disable.ts';
import { accountUpdate } from './routes/account/me/update.ts';
import { accountView } from './routes/account/me/view.ts';
import { adminApiArchive } from './routes/admin/api/archive.ts';
import { adminApiCreate } from './routes/admin/api/create.ts';
import { adminApiSearch } from './routes/admin/api/search.ts';
import { adminApiUpdate } from './routes/admin/api/update.ts';
import { adminLogSearch } from './routes/admin/auth/request_log/search.ts';
import { adminClientVerify } from './routes/admin/client/verify.ts';
import { adminMailSearch } from './routes/admin/mail/search.ts';
import { adminMailSendAgain } from './routes/admin/mail/send_again.ts';
import { adminOrgCreate } from './routes/admin/org/create.ts';
import { adminInvitationsSearch } from './routes/admin/org/invitation/search.ts';
import { adminInvitationWithdraw } from './routes/admin/org/invitation/withdraw.ts';
import { adminOrgInvite } from './routes/admin/org/invite.ts';
import { adminOrgMemberAdd } from './routes/admin/org/member_add.ts';
import { adminOrgMemberRemove } from './routes/admin/org/member_remove.ts';
import { adminMembersSearch } from './routes/admin/org/member/search.ts';
import { adminOrgSearch } from './routes/admin/org/search.ts';
import { adminOrgView } from './routes/admin/org/view.ts';
import { adminSessionRevoke } from './routes/admin/session/revoke.ts';
import { adminSessionSearch } from './routes/admin/session/search.ts';
import { adminUserCreate } from './routes/admin/user/create.ts';
import { adminUserDisable } from './routes/admin/user/disable.ts';
import { adminUserEnable } from './routes/admin/user/enable.ts';
import { adminUserResetPassword } from './routes/admin/user/reset_password.ts';
import { adminUserResetTotp } from './routes/admin/user/reset_totp.ts';
import { adminUserSearch } from './routes/admin/user/search.ts';
import { adminUserSetKind } from './routes/admin/user/set_kind.ts';
import { adminUserVerifyEmail } from './routes/admin/user/verify_email.ts';
import { adminUserView } from './routes/admin/user/view.ts';
import { legacyLogin } from './routes/auth/legacy/login.ts';
import { legacyMemberExchange } from './routes/auth/legacy/member_exchange.ts';
import { memberExchange } from './routes/auth/member/exchange.ts';
import { memberLogin } from './routes/auth/member/login.ts';
import { memberRootSession } from './routes/auth/member/root-session.ts';
import { signup } from './routes/auth/signup.ts';
import { userExchange } from './routes/auth/user/exchange.ts';
import { userLogin } from './routes/auth/user/login.ts';
import { userRootSession } from './routes/auth/user/root-session.ts';
import { accountStandings } from './routes/internal/v1/accounts/standings.ts';
import { findApis } from './routes/internal/v1/apis/find-many.ts';
import { findClients } from './routes/internal/v1/clients/find-many.ts';
import { logEventsOfSso } from './routes/internal/v1/events/log.ts';
import { linkRequest } from './routes/internal/v1/links/request.ts';
import { linkReset } from './routes/internal/v1/links/reset.ts';
import { linkRestore } from './routes/internal/v1/links/restore.ts';
import { linkSignUp } from './routes/internal/v1/links/sign_up.ts';
import { linkView } from './routes/internal/v1/links/view.ts';
import { revokeRootSession } from './routes/internal/v1/root-sessions/revoke.ts';
import { viewRootSession } from './routes/internal/v1/root-sessions/view.ts';
import { endSessionOfToken } from './routes/internal/v1/sessions/end.ts';
import { viewSession } from './routes/internal/v1/sessions/view.ts';
import { credentialsIssue } from './routes/oauth/client_credentials/issue.ts';
import { credentialsRevoke } from './routes/oauth/client_credentials/revoke.ts';
import { credentialsSearch } from './routes/oauth/client_credentials/search/app.ts';
import { clientArchive } from './routes/oauth/clients/archive.ts';
import { consentRevoke } from './routes/oauth/clients/authorized/revoke.ts';
import { consentsSearch } from './routes/oauth/clients/authorized/search.ts';
import { connectedSearch } from './routes/oauth/clients/connected/search.ts';
import { connectionsAccept } from './routes/oauth/clients/connections/accept.ts';
import { connectionsAdd } from './routes/oauth/clients/connections/add.ts';
import { connectionsRemove } from './routes/oauth/clients/connections/remove.ts';
import { connectionsVerify } from './routes/oauth/clients/connections/verify.ts';
import { clientCreate } from './routes/oauth/clients/create.ts';
import { clientRestore } from './routes/oauth/clients/restore.ts';
import { clientRotateSecret } from './routes/oauth/clients/rotate_secret.ts';
import { clientsSearch } from './routes/oauth/clients/search.ts';
import { clientUpdate } from './routes/oauth/clients/update.ts';
import { clientView } from './routes/oauth/clients/view.ts';
import { deviceRevoke } from './routes/oauth/device/revoke.ts';
import { devicesSearch } from './routes/oauth/device/search/user.ts';
import { orgInvitationsSearch } from './routes/org/invitation/search.ts';
import { orgInvitationWithdraw } from './routes/org/invitation/withdraw.ts';
import { orgInvite } from './routes/org/invite.ts';
import { orgLeave } from './routes/org/leave.ts';
import { orgMemberRemove } from './routes/org/member/remove.ts';
import { orgMembersSearch } from './routes/org/member/search.ts';
import { orgMemberSetRole } from './routes/org/member/set_role.ts';
import { ownOrgsSearch } from './routes/org/search.ts';
import { sessionLogout } from './routes/session/logout.ts';
import { sessionMe } from './routes/session/me.ts';

/** Every endpoint of the service; adding one is its file, its test and a line here. */
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
  adminMailSearch,
  adminMailSendAgain,
  adminUserSearch,
  adminUserView,
  adminUserCreate,
  adminUserDisable,
  adminUserEnable,
  adminUserSetKind,
  adminUserResetTotp,
  adminUserResetPassword,
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
  accountStandings,
  viewRootSession,
  revokeRootSession,
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
