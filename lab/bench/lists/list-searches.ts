import type { Database } from '../../../services/user-api/src/store/database.ts';
import { listLog, listSessions, listUsers } from './account-lists.ts';
import { listClients, listConnections, listCredentials } from './client-lists.ts';
import type { ListSearch } from './define-list.ts';
import type { ListsPlan } from './list-rows.ts';

/** The searches of user-api over generated rows, as an operator and as an owner uses them, with each filter alone. */
export function listSearches(database: Database, plan: ListsPlan): ListSearch[] {
  const makers = [listUsers, listSessions, listLog, listClients, listConnections, listCredentials];
  return makers.flatMap((make) => make(database, plan));
}
