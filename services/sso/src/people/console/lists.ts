import { apis, apps, connections } from './apps.ts';
import type { List } from './declare.ts';
import { devices } from './devices.ts';
import { drops } from './drops.ts';
import { log } from './log.ts';
import { mails } from './mails.ts';
import { invitations, members, orgs } from './orgs.ts';
import { people } from './people.ts';
import { sessions } from './sessions.ts';
import { signals } from './signals.ts';

/** The lists of the console, in the order of its menu. */
export const lists: readonly List[] = [
  people,
  orgs,
  members,
  invitations,
  apps,
  connections,
  apis,
  sessions,
  devices,
  log,
  drops,
  mails,
  signals,
];

export function findList(name: string): List | undefined {
  return lists.find((list) => list.name === name);
}
