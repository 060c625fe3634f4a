import type { ServiceName } from '../../../infra/local/service-list.ts';

/** The password is shown again, which costs a hash. */
const password = 'writes guesses account accountAndNetwork';
const signIn = 'network relayClient signIns account accountAndNetwork';

/**
 * Every POST route by the budgets that bound how often it writes a row, sends a mail or computes a hash. A name in small
 * letters is a kind of counter, which Redis is asked for at the request of the walk; one in capitals is the setting of a
 * limit that the statement of the write holds.
 */
const budgets: Readonly<Record<ServiceName, Readonly<Record<string, string>>>> = {
  sso: {
    clients: '/device_authorization',
    client: '/relay',
    'DEVICE_APPROVALS_PER_HOUR REFRESH_ROTATIONS PRINCIPAL_MAX_FAMILIES': '/token',
    'guess approvals signIns network account accountAndNetwork': '/device_login',
    'network signIns account accountAndNetwork': '/login /authorize',
    'mailNetwork mailbox mails': '/signup',
    'mailNetwork resetMailbox mails': '/reset',
    writes: `/account /account/devices /account/browsers /account/organisations /account/my_data
      /account/password /account/passkeys /account/one_time_codes /account/recovery_codes`,
    [password]: '/account/delete /account/email /account/new_devices',
  },
  'user-api': {
    [signIn]: '/auth/user/login /auth/member/login /auth/user/root-session /auth/member/root-session',
    'network relayClient writes PRINCIPAL_MAX_SESSIONS': '/auth/user/exchange /auth/member/exchange',
    'network relayClient': '/auth/signup',
    'network relayClient appTokens': '/oauth/client_credentials/issue',
    writes: `/session/logout /account/me/session/revoke /account/me/session/revoke_others
      /account/me/invitation/decline /account/me/invitation/accept /account/me/totp/begin /account/me/update
      /account/me/email/confirm /account/me/passkey/add /account/me/passkey/remove /org/invitation/withdraw /org/member/set_role /org/member/remove /org/leave
      /oauth/device/revoke /oauth/clients/authorized/revoke /oauth/clients/update /oauth/clients/rotate_secret
      /oauth/clients/archive /oauth/clients/restore /oauth/clients/connections/accept
      /oauth/clients/connections/remove /oauth/client_credentials/revoke /admin/session/revoke
      /admin/user/disable /admin/user/verify_email /admin/api/archive /admin/org/invitation/withdraw
      /admin/org/member_remove /admin/signal/delete`,
    'writes ORG_MAX_INVITATIONS': '/org/invite',
    'writes OWNER_MAX_CLIENTS': '/oauth/clients/create',
    'writes OWNER_MAX_CONNECTIONS': '/oauth/clients/connections/add',
    [password]: `/account/me/password/change /account/me/export /account/me/delete
      /account/me/device_sign_in/change /admin/mail/send_again /admin/user/create /admin/user/enable
      /admin/user/set_kind /admin/user/reset_password /admin/api/create /admin/api/update /admin/signal/create /admin/signal/update
      /admin/signal/turn_on /admin/signal/rotate_secret /admin/client/verify
      /admin/org/create /admin/org/invite /admin/org/member_add`,
    [`${password} manyCodes`]: '/admin/user/reset_totp /admin/user/reset_passkeys',
    [`${password} manyCodes oneTimeCode`]: `/account/me/recovery_codes/replace /account/me/totp/confirm
      /account/me/totp/disable /account/me/passkey/begin`,
    'writes unknownName accountAndNetwork': '/account/me/client_password/change',
    'writes mailNetwork mailbox mails': '/account/me/email/request_confirmation',
    [`${password} mailNetwork mailbox mails`]: '/account/me/email/change',
    operatorRow: `/admin/api/search /admin/mail/search /admin/auth/request_log/search /admin/session/search
      /admin/org/search /admin/org/member/search /admin/org/invitation/search /admin/user/search /admin/org/view
      /admin/user/view /admin/totals/view /admin/signal/search`,
  },
  drop: {
    'OWNER_MAX_DROPS OWNER_MAX_BYTES': '/v1/drop/reserve /v1/drop/store /v1/drop/activate',
    OWNER_MAX_BYTES: '/v1/fill /fill/{id}',
    key: '/v1/drop/get /v1/drop/consume /v1/consume /v1/admin/get /d/{id}',
    listed: '/v1/admin/list',
  },
};

/**
 * Routes without a budget: they write nothing, only end what was counted when it began or when its link was mailed, or ask
 * a sibling whose route has one.
 */
const withoutBudget: Readonly<Record<ServiceName, string>> = {
  sso: `/introspect /revoke /userinfo /invitation /confirm /restore /logout /account/drops /console /console/{list}
    /console/{list}/{id}`,
  'user-api': `/session/me /account/me/view /account/me/passkey/list /oauth/device/search/user /oauth/clients/authorized/search
    /oauth/clients/view /oauth/clients/connections/verify /oauth/clients/search /oauth/clients/connected/search
    /oauth/client_credentials/search/app /account/me/auth/request_log/search /account/me/invitation/search
    /account/me/session/search /org/search /org/member/search /org/invitation/search`,
  drop: '/v1/drop/status /v1/drop/list /v1/drop/revoke /v1/drop/delete /v1/admin/cleanup',
};

const toRoutes = (paths: string) => paths.split(/\s+/).map((path) => `POST ${path}`);

/** The names of the budgets of each POST route of a service; none where it has no budget. */
export function listBudgets(name: ServiceName): readonly (readonly [string, readonly string[]])[] {
  const under = Object.entries(budgets[name]).flatMap(([names, paths]) =>
    toRoutes(paths).map((route) => [route, names.split(' ')] as const),
  );
  return [...under, ...toRoutes(withoutBudget[name]).map((route) => [route, []] as const)];
}

/** Whether a budget is a counter, and no setting. */
export const isCounter = (budget: string): boolean => /^[a-z]/.test(budget);
