import type { ErrorSpec } from '@latchkey/contracts';
import {
  defineRoute,
  type Access,
  type FieldsSchema,
  type InferFields,
  type Route,
} from '@latchkey/http-server';
import {
  pageableSchema,
  pageInputErrors,
  pageInputProperties,
  readPageInputs,
  toPageable,
  type BindingValue,
  type PagePlan,
  type PageSlice,
  type PageSpec,
} from '@latchkey/pagination';
import { logOperator } from '../access/log-operator.ts';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';
import { originOf } from '../request-log/request-log.ts';
import type { Caller } from '../sessions/session.ts';

interface FoundBy<Scope, Filters> {
  readonly scope: Scope;
  readonly filters: Filters;
  readonly plan: PagePlan;
  readonly traceparent: string;
}

interface SearchDefinition<
  Fields extends FieldsSchema['properties'],
  Filters extends { readonly [Name in keyof Filters]: BindingValue },
  Row,
  Scope,
  Names extends string,
> {
  readonly path: string;
  readonly summary: string;
  readonly family?: string | undefined;
  readonly access: Access<UserApiContext, Caller>;
  readonly spec: PageSpec<Names>;
  /** The filters as a caller sends them. */
  readonly fields: Fields;
  /** JSON Schema of one item, and the item of a row. */
  readonly item: { readonly type: 'object'; readonly title: string };
  readonly toItem: (row: Row, caller: Caller) => Record<string, unknown>;
  /** Failures of `readFilters`, except a filter that does not fit. */
  readonly errors: readonly ErrorSpec[];
  /** The filters in force, which cursors are bound to as well. */
  readFilters(fields: InferFields<{ properties: Fields }>, caller: Caller): Filters;
  /** Whose rows the caller may see. Ownership is part of the statement, never checked after it. */
  scopeOf(caller: Caller): Scope;
  /** Whether the filters lead to rows of others, which a scope alone does not say. */
  isOfOthers?(filters: Filters): boolean;
  /** What distinguishes this scope from others, for the cursors. */
  bindScope(scope: Scope): Readonly<Record<Names, BindingValue>>;
  find(context: UserApiContext, search: FoundBy<Scope, Filters>): Promise<PageSlice<Row>>;
}

/** A search of the guarded routes. Source: requirement 2 "Pageable search endpoints", contract part 2. */
export function defineSearch<
  const Fields extends FieldsSchema['properties'],
  Filters extends { readonly [Name in keyof Filters]: BindingValue },
  Row,
  Scope,
  Names extends string,
>(search: SearchDefinition<Fields, Filters, Row, Scope, Names>): Route<UserApiContext> {
  const { path, summary, family, access, spec, fields } = search;
  const properties: typeof pageInputProperties = { ...pageInputProperties, ...fields };
  const output = pageableSchema(search.item);
  return defineRoute({
    path,
    summary,
    family,
    access,
    input: { properties },
    output,
    errors: [...Object.values(pageInputErrors), errors.filterInvalid, ...search.errors],
    async handle(context: UserApiContext, given, caller, request) {
      const { traceparent } = request;
      // ajv has checked the fields by the schema that their type is inferred from.
      const checked: object = given;
      const filters = search.readFilters(checked as InferFields<{ properties: Fields }>, caller);
      const scope = search.scopeOf(caller);
      const plan = readPageInputs(given, {
        spec,
        sealer: context.cursors,
        filters: { ...filters },
        scope: search.bindScope(scope),
      });
      const { items, ...rest } = await search.find(context, { scope, filters, plan, traceparent });
      const isOfOthers = search.isOfOthers?.(filters) ?? seesEverybody(scope);
      if (path.startsWith('/admin/') || isOfOthers) {
        const sent = Object.entries(checked).filter(([name, value]) => name in fields && value !== undefined);
        // Of a walk through the list it says how far it came.
        const rows = items.length === 0 ? 0 : rest.offset + items.length;
        const details = { filters: sent.map(([name]) => name).toSorted(), rows };
        const read = { event: 'admin.read', route: path, details } as const;
        await logOperator(context, caller.account, read, originOf(request));
      }
      return toPageable(
        { ...rest, items: items.map((row) => search.toItem(row, caller)) },
        plan,
        context.cursors,
      );
    },
  });
}

/** Whether a scope is that of an operator, who sees the rows of all. */
function seesEverybody(scope: unknown): boolean {
  return typeof scope === 'object' && scope !== null && 'all' in scope && scope.all === true;
}
