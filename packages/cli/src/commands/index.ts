import type { Command } from '../command.ts';
import { account } from './account.ts';
import { log as adminLog } from './admin/log.ts';
import { orgs as adminOrgs } from './admin/orgs.ts';
import { sessions as adminSessions } from './admin/sessions.ts';
import { users } from './admin/users.ts';
import { apps } from './apps.ts';
import { clients } from './clients.ts';
import { connections } from './connections.ts';
import { credentials } from './credentials.ts';
import { devices } from './devices.ts';
import { log } from './log.ts';
import { orgs } from './orgs.ts';
import { sessions } from './sessions.ts';
import { whoami } from './whoami.ts';

/** The command table, in the order of the help. */
export const commands: readonly Command[] = [
  whoami,
  ...devices,
  ...apps,
  ...sessions,
  ...log,
  ...account,
  ...clients,
  ...connections,
  ...credentials,
  ...orgs,
  ...users,
  ...adminOrgs,
  ...adminSessions,
  ...adminLog,
];
