import { repeatBatches, type Job } from '@latchkey/database';
import { Prisma, type Database } from './database.ts';

/** Small enough that a batch ends well within the limit of a statement. */
const batch = 1_000;

/**
 * Fills in the owners that earlier versions did not copy from the clients, and a replica of one may still leave out.
 * Several replicas may do so at once.
 */
export function createOwnerJobs({ execute }: Pick<Database, 'execute'>): Job[] {
  const job = (kind: string, statement: Prisma.Sql): Job => ({
    kind: `owners of ${kind}`,
    run: () => repeatBatches(batch, () => execute(statement)),
  });
  return [
    job(
      'connections',
      Prisma.sql`
        update connections t set source_owner_id = s.owner_id, target_owner_id = g.owner_id
        from oauth_clients s, oauth_clients g where s.id = t.source and g.id = t.target and t.id in (
          select id from connections where source_owner_id is null limit ${batch} for update skip locked)`,
    ),
    job(
      'credentials',
      Prisma.sql`
        update credentials t set owner_id = c.owner_id
        from oauth_clients c where c.id = t.client_id and t.id in (
          select id from credentials where owner_id is null limit ${batch} for update skip locked)`,
    ),
  ];
}
