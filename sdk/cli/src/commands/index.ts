import type { Command } from '../command.ts';
import { account } from './account.ts';
import { apis } from './admin/apis.ts';
import { clients as adminClients } from './admin/clients.ts';
import { log as adminLog } from './admin/log.ts';
import { mail } from './admin/mail.ts';
import { orgs as adminOrgs } from './admin/orgs.ts';
import { sessions as adminSessions } from './admin/sessions.ts';
import { signals } from './admin/signals.ts';
import { totals } from './admin/totals.ts';
import { users } from './admin/users.ts';
import { api } from './api.ts';
import { apps } from './apps.ts';
import { clients } from './clients.ts';
import { createCompletion } from './completion.ts';
import { connections } from './connections.ts';
import { credentials } from './credentials.ts';
import { devices } from './devices.ts';
import { ask } from './drop/ask.ts';
import { fill } from './drop/fill.ts';
import { inspect, list, revoke } from './drop/own.ts';
import { put } from './drop/put.ts';
import { take } from './drop/take.ts';
import { log } from './log.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { orgs } from './orgs.ts';
import { ownAccount } from './own-account.ts';
import { passkeys } from './passkeys.ts';
import { profiles } from './profile.ts';
import { sessions } from './sessions.ts';
import { token } from './token.ts';
import { whoami } from './whoami.ts';

/** The command table, in the order of the help. */
export const commands: readonly Command[] = [
  login,
  logout,
  whoami,
  token,
  api,
  put,
  take,
  ask,
  fill,
  inspect,
  list,
  revoke,
  ...devices,
  ...apps,
  ...sessions,
  ...log,
  ...account,
  ...passkeys,
  ...ownAccount,
  ...clients,
  ...connections,
  ...credentials,
  ...orgs,
  ...users,
  ...adminOrgs,
  ...adminClients,
  ...apis,
  ...adminSessions,
  ...adminLog,
  ...totals,
  ...mail,
  ...signals,
  ...profiles,
  ...createCompletion(() => commands),
];
