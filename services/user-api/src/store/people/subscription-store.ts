import { fieldsBut, selectList } from '@latchkey/database';
import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { SubscriptionModel } from '../../../prisma/generated/models.ts';
import { laterThan } from '../../clients/client.ts';
import {
  mostSubscriptions,
  pingEvent,
  type Subscription,
  type SubscriptionStore,
} from '../../people/signals/subscription.ts';
import { at, insertRows, Prisma, type Database, type Transaction } from '../database.ts';
import { writeLog } from '../request-log/write-log.ts';
import { isEmpty } from '../search-conditions.ts';

/** Of all new subscriptions one is made at a time: this number is theirs. */
const subscriptionsLock = 4008;
const fields = fieldsBut(Prisma.SubscriptionScalarFieldEnum, 'taken', 'pausedUntil');

export function createSubscriptionStore(database: Database): SubscriptionStore {
  const { prisma, query } = database;
  return {
    ...createResealing(database),
    async find(id) {
      const row = await prisma.subscription.findUnique({ where: { id } });
      return row === null ? undefined : toSubscription(row);
    },
    async search(filters, plan) {
      const { status, id } = filters;
      const parts = [Prisma.sql`true`];
      if (status !== undefined) parts.push(Prisma.sql`t.status = ${status}`);
      if (id !== undefined) parts.push(Prisma.sql`t.id = ${id}::uuid`);
      const where = Prisma.join(parts, ' and ');
      const columns = selectList(fields);
      const unfiltered = isEmpty(filters);
      const page = buildPageQuery({
        table: 'subscriptions',
        columns,
        idType: 'uuid',
        where,
        unfiltered,
        plan,
      });
      return readPageRows(await query<PageRow<SubscriptionModel>>(page), plan, toSubscription);
    },
    create: (subscription, pingId, row) =>
      prisma.$transaction(async (transaction) => {
        await transaction.$executeRaw`select pg_advisory_xact_lock(${subscriptionsLock}::bigint)`;
        if ((await transaction.subscription.count()) >= mostSubscriptions) return false;
        await transaction.$executeRaw(insertRows('subscriptions', [subscription]));
        await ping(transaction, subscription.id, pingId, row.createdAt);
        await transaction.$executeRaw(writeLog([row]));
        return true;
      }),
    update: ({ id, updatedAt }, { types, ...change }, row, pingId) =>
      prisma.$transaction(async (transaction) => {
        const [changed] = await transaction.subscription.updateManyAndReturn({
          where: { id, updatedAt },
          data: {
            ...change,
            ...(types && { types: [...types] }),
            updatedAt: laterThan(updatedAt, row.createdAt),
          },
        });
        if (changed === undefined) return undefined;
        if (pingId !== undefined) await ping(transaction, id, pingId, row.createdAt);
        await transaction.$executeRaw(writeLog([row]));
        return toSubscription(changed);
      }),
    remove: (id, row) =>
      prisma.$transaction(async (transaction) => {
        const { count } = await transaction.subscription.deleteMany({ where: { id } });
        if (count === 1) await transaction.$executeRaw(writeLog([row]));
        return count === 1;
      }),
  };
}

function createResealing({ prisma }: Database): Pick<SubscriptionStore, 'list' | 'reseal'> {
  return {
    list: async () => (await prisma.subscription.findMany({ orderBy: { id: 'asc' } })).map(toSubscription),
    async reseal(id, sealed, again) {
      const secret = await prisma.subscription.updateMany({
        where: { id, secret: sealed },
        data: { secret: again },
      });
      const where = { id, oldSecret: sealed };
      const old = await prisma.subscription.updateMany({ where, data: { oldSecret: again } });
      return secret.count + old.count > 0;
    },
  };
}

/** Writes the ping of a subscription into the outbox; it is due at once. */
async function ping(transaction: Transaction, subscriptionId: string, id: string, now: Date): Promise<void> {
  await transaction.$executeRaw`
    insert into mails (id, kind, recipient, subscription_id, locale, facts, status, due_at, created_at)
    values (${id}::uuid, 'signal', '', ${subscriptionId}::uuid, '',
      jsonb_build_object('event', ${pingEvent}::text, 'id', ${id}::text), 'waiting', ${at(now)}, ${at(now)})`;
}

function toSubscription(row: Omit<SubscriptionModel, 'taken' | 'pausedUntil'>): Subscription {
  // The columns hold what the domain has written.
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as unknown as Subscription;
}
