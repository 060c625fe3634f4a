import type { PagePlan, PageSlice } from '../../../packages/pagination/src/index.ts';
import type { ListsPlan } from './list-rows.ts';

/** One list, narrowed by one filter or by none. */
export interface ListCase {
  readonly filter: string;
  find(plan: PagePlan): Promise<PageSlice<unknown>>;
  /** The peer: the same page and its total by Prisma's skip, take and count. */
  findPlainly(skip: number, take: number): Promise<unknown>;
}

export interface ListSearch {
  readonly list: string;
  readonly whole: ListCase;
  readonly narrowed: readonly ListCase[];
}

/** A model of the generated client, as far as the peer needs it. */
export interface Model<Where> {
  findMany(query: { where: Where; orderBy: object[]; skip: number; take: number }): Promise<unknown>;
  count(query: { where: Where }): Promise<number>;
}

/**
 * For each filter what it alone adds to the filters of the store, and to the condition of Prisma; a function where Prisma
 * has to ask for something first.
 */
export type Cases<Filters, Where> = Readonly<
  Record<string, readonly [Partial<Filters>, Where | (() => Promise<Where>)]>
>;

interface ListDefinition<Filters, Where> {
  readonly list: string;
  readonly model: Model<Where>;
  readonly idColumn?: string;
  readonly find: (filters: Filters, plan: PagePlan) => Promise<PageSlice<unknown>>;
  /** What is always asked for, of the store and of Prisma. */
  readonly whole: readonly [NoInfer<Filters>, NoInfer<Where>];
  readonly filters: Cases<NoInfer<Filters>, NoInfer<Where>>;
}

export function defineList<Filters extends object, Where extends object>({
  list,
  model,
  idColumn = 'id',
  find,
  whole: [wholeFilters, wholeWhere],
  filters,
}: ListDefinition<Filters, Where>): ListSearch {
  const orderBy = [{ createdAt: 'desc' }, { [idColumn]: 'desc' }];
  const toCase = (
    filter: string,
    added: Partial<Filters>,
    narrow: Partial<Where> | (() => Promise<Where>),
  ): ListCase => ({
    filter,
    find: (plan) => find({ ...wholeFilters, ...added }, plan),
    async findPlainly(skip, take) {
      const where = { ...wholeWhere, ...(typeof narrow === 'function' ? await narrow() : narrow) };
      return Promise.all([model.findMany({ where, orderBy, skip, take }), model.count({ where })]);
    },
  });
  return {
    list,
    whole: toCase('', {}, {}),
    narrowed: Object.entries(filters).map(([filter, [added, where]]) => toCase(filter, added, where)),
  };
}

const dayMs = 24 * 3600 * 1000;

/** The filters of a period alone: the last ten days before the end of the rows, and all before them. */
export function periods({ until }: ListsPlan) {
  const createdFromMs = until.getTime() - 10 * dayMs;
  const instant = new Date(createdFromMs);
  return {
    created_from: [{ createdFromMs }, { createdAt: { gte: instant } }],
    created_to: [{ createdToMs: createdFromMs }, { createdAt: { lt: instant } }],
  } as const;
}

/** Prisma's condition for a part of a text, in any case. */
export function contains(part: string) {
  return { contains: part, mode: 'insensitive' } as const;
}
