import type { ErrorSpec } from '@latchkey/errors';
import type { ParsedRequest } from '@latchkey/request-parser';
import type { PageResult } from './page.ts';
import type { RequestInfo } from './request-info.ts';
import type { FieldsSchema, InferFields } from './schema.ts';

/** Who may call a route: admits the caller or throws an ApiError. Its result is the handler's third argument. */
export interface Access<Context, Caller> {
  /** Shown in the docs, such as `user token` or `relay`. */
  readonly name: string;
  /** What a refusal can be. */
  readonly errors: readonly ErrorSpec[];
  admit(context: Context, parsed: ParsedRequest, request: RequestInfo): Caller | Promise<Caller>;
}

/** What a route's body may be, where it differs from contract part 0 "Parsed request" 7 and 8. */
interface BodyRules {
  readonly limitBytes?: number;
  readonly maxDepth?: number;
  /** Names of fields in whose text NUL is legal. */
  readonly nulAllowedIn?: readonly string[];
}

export interface RouteDefinition<Input extends FieldsSchema, Output extends FieldsSchema, Context, Caller> {
  /** POST unless said; ANY answers every method. */
  readonly method?: 'GET' | 'POST' | 'ANY';
  readonly path: string;
  readonly summary: string;
  readonly access: Access<Context, Caller>;
  readonly input: Input;
  /** Fields that are not here do not leave. */
  readonly output: Output;
  /** Every failure the handler can answer, beside those of its access and of reading the request. */
  readonly errors: readonly ErrorSpec[];
  readonly body?: BodyRules;
  /** Endpoint family of the header migration switch. Source: contract part 0 "Parsed request" 9. */
  readonly family?: string;
  /** Sent instead of `no-store`, where an answer may be kept. */
  readonly cacheControl?: string;
  /** Sent with every answer of the envelope, such as Deprecation (RFC 9745). */
  readonly headers?: Readonly<Record<string, string>>;
  handle(
    context: Context,
    input: InferFields<Input>,
    caller: Caller,
    request: RequestInfo,
  ): InferFields<Output> | Promise<InferFields<Output>>;
}

/** A route as the edge sees it, its input, output and caller types erased. */
export interface Route<Context> extends Omit<
  RouteDefinition<FieldsSchema, FieldsSchema, Context, unknown>,
  'handle'
> {
  handle(context: Context, input: unknown, caller: unknown, request: RequestInfo): unknown;
}

/**
 * Makes a route out of its definition. The schema literals are what ajv compiles, what the handler's types are
 * inferred from, and what the OpenAPI document shows.
 */
export function defineRoute<
  const Input extends FieldsSchema,
  const Output extends FieldsSchema,
  Context,
  Caller,
>(definition: RouteDefinition<Input, Output, Context, Caller>): Route<Context> {
  // The types are proven at the definition; the pipeline hands the handler what ajv has let through.
  return definition;
}

/** What {@link definePage} takes: a route whose handler answers a page; `output` describes its JSON form. */
export type PageDefinition<Input extends FieldsSchema, Context, Caller> = Omit<
  RouteDefinition<Input, FieldsSchema, Context, Caller>,
  'handle'
> & {
  handle(
    context: Context,
    input: InferFields<Input>,
    caller: Caller,
    request: RequestInfo,
  ): PageResult | Promise<PageResult>;
};

/** Makes a route that answers a document, for the groups of a page protocol. */
export function definePage<const Input extends FieldsSchema, Context, Caller>(
  definition: PageDefinition<Input, Context, Caller>,
): Route<Context> {
  return definition;
}

/** Access of a route that anybody may call. */
export const publicAccess: Access<unknown, undefined> = {
  name: 'public',
  errors: [],
  admit: () => undefined,
};
