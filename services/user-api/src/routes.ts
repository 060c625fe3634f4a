import type { Route } from '@latchkey/http-server';
import type { UserApiContext } from './context.ts';
import { accountSessionRevoke } from './routes/account/me/session/revoke.ts';
import { accountSessionRevokeOthers } from './routes/account/me/session/revoke_others.ts';
import { adminSessionRevoke } from './routes/admin/session/revoke.ts';
import { memberExchange } from './routes/auth/member/exchange.ts';
import { memberLogin } from './routes/auth/member/login.ts';
import { memberRootSession } from './routes/auth/member/root-session.ts';
import { userExchange } from './routes/auth/user/exchange.ts';
import { userLogin } from './routes/auth/user/login.ts';
import { userRootSession } from './routes/auth/user/root-session.ts';
import { accountStanding } from './routes/internal/v1/accounts/standing.ts';
import { findClient } from './routes/internal/v1/clients/find.ts';
import { revokeRootSession } from './routes/internal/v1/root-sessions/revoke.ts';
import { viewRootSession } from './routes/internal/v1/root-sessions/view.ts';
import { clientsSearch } from './routes/oauth/clients/search.ts';
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
  sessionMe,
  sessionLogout,
  accountSessionRevoke,
  accountSessionRevokeOthers,
  adminSessionRevoke,
  clientsSearch,
  findClient,
  accountStanding,
  viewRootSession,
  revokeRootSession,
];
