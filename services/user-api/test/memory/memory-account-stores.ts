import type { LogEntry } from '../../src/request-log/request-log.ts';
import { createMemoryAccounts, type Effects } from './memory-accounts.ts';
import { createMemoryApis } from './memory-apis.ts';
import { createMemoryClients } from './memory-clients.ts';
import { createMemoryDevices } from './memory-devices.ts';
import { createMemoryInvitations } from './memory-invitations.ts';
import { createMemoryMails } from './memory-mails.ts';
import { createMemoryOrgs } from './memory-orgs.ts';
import { createMemoryOutcomes } from './memory-outcomes.ts';
import { createMemoryRequestLog } from './memory-request-log.ts';
import { createMemorySessions } from './memory-sessions.ts';
import { createMemoryTokenBackings } from './memory-token-backings.ts';

/** The memory stores that change together: accounts, their orgs, devices, sessions and clients, and the request log. */
export function createMemoryAccountStores() {
  const requestLog = createMemoryRequestLog({
    account: (id) => accounts.look(id).account,
    client: (id) => clients.look(id)?.client,
    slug: (orgId) => accounts.slugOf(orgId),
  });
  const log = (row: LogEntry) => void requestLog.entries.push(row);
  const effects: Effects = { endSessions: (...all) => sessions.endNow(...all), log };
  const accounts = createMemoryAccounts(effects);
  const clients = createMemoryClients(log, (userId) => accounts.look(userId).account);
  const apis = createMemoryApis(log);
  const devices = createMemoryDevices();
  const mails = createMemoryMails(log);
  const outcomes = createMemoryOutcomes(
    (made, now) => Promise.resolve(sessions.endMade(made, now)),
    (made) => sessions.isLeft(made),
  );
  const sessions = createMemorySessions(accounts, clients, devices, log, outcomes.add);
  const orgs = createMemoryOrgs(accounts, effects, (orgId) => clients.listSecretive(orgId));
  const invitations = createMemoryInvitations(accounts, orgs, log);
  const tokenBackings = createMemoryTokenBackings(accounts, sessions, clients);
  return {
    accounts,
    apis,
    clients,
    devices,
    mails,
    sessions,
    tokenBackings,
    requestLog,
    log,
    orgs,
    invitations,
    outcomes,
  };
}
