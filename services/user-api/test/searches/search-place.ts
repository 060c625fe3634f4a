import type { LogEntry } from '../../src/request-log/request-log.ts';
import { createTestService } from '../setup/create-test-service.ts';
import { startMs } from '../setup/signer.ts';
import { database, emptyTables, keepRows } from '../setup/test-database.ts';
import { ada, globexId, people } from './people.ts';
import type { SearchPlace } from './search-case.ts';

const left = {
  id: 'b0000000-0000-4000-8000-00000000000f',
  role: 'admin',
  status: 'removed',
  createdAt: new Date(startMs),
};

// The tests of a search look at the rows of one place.
keepRows();

/** A service with the people of people.ts and nothing else. */
export async function openPlace(): Promise<SearchPlace> {
  await emptyTables();
  const service = createTestService();
  const { requestLog } = service.context;
  const { add } = requestLog;
  // What an operator reads, or is refused, is a row as well, which no case has put there.
  requestLog.add = (entry: LogEntry) =>
    ['admin.read', 'admin.refused'].includes(entry.event) ? Promise.resolve() : add(entry);
  for (const [account, memberships] of people) await service.accounts.add(account, memberships);
  // Who has left an org is none of its people.
  await database.prisma.member.create({
    data: { orgId: globexId, userId: ada.id, ...left },
  });
  return { service, database };
}
