import type { ErrorSpec } from '@latchkey/errors';
import type { ParsedRequest } from '@latchkey/request-parser';
import type { PageResult } from './page.ts';
import type { RequestInfo } from './request-info.ts';
import type { FieldsSchema, InferFields, OutputOf } from './schema.ts';

/** Who may call a route: admits the caller or throws an ApiError. Its result is the handler's third argument. */
export interface Access<Context, Caller> {
  /** Shown in the docs, such as `user token` or `relay`. */
  readonly name: string;
  /** What a refusal can be. */
  readonly errors: readonly ErrorSpec[];
  readonly admit: (context: Context, parsed: ParsedRequest, request: RequestInfo) => Caller | Promise<Caller>;
}

/**
 * What must be true of a request before its fields are validated, where a contract fixes the order of its messages.
 * Runs after access and throws an ApiError. Its result is the handler's third argument, in place of the caller.
 */
export interface Checks<Context, Caller, Checked> {
  /** Every failure that `run` can throw. */
  readonly errors: readonly ErrorSpec[];
  readonly run: (
    context: Context,
    parsed: ParsedRequest,
    request: RequestInfo,
    caller: Caller,
  ) => Checked | Promise<Checked>;
}

/** What a route's body may be, where it differs from contract part 0 "Parsed request" 7 and 8. */
interface BodyRules {
  readonly limitBytes?: number;
  readonly maxDepth?: number;
  /** Names of fields in whose text NUL is legal. */
  readonly nulAllowedIn?: readonly string[];
}

export interface RouteDefinition<
  Input extends FieldsSchema,
  Output extends FieldsSchema,
  Context,
  Caller,
  Checked,
> {
  /** POST unless said; ANY answers every method. */
  readonly method?: 'GET' | 'POST' | 'ANY';
  readonly path: string;
  readonly summary: string;
  readonly access: Access<Context, Caller>;
  readonly checks?: Checks<Context, Caller, Checked>;
  readonly input: Input;
  /** Fields that are not here do not leave. */
  readonly output: Output;
  /** Every failure the handler can answer, beside those of its access, its checks and of reading the request. */
  readonly errors: readonly ErrorSpec[];
  readonly body?: BodyRules;
  /** Endpoint family of the header migration switch. Source: contract part 0 "Parsed request" 9. */
  readonly family?: string;
  /** Sent instead of `no-store`, where an answer may be kept. */
  readonly cacheControl?: string;
  /** Sent with every answer of the envelope, such as Deprecation (RFC 9745). */
  readonly headers?: Readonly<Record<string, string>>;
  readonly handle: (
    context: Context,
    input: InferFields<Input>,
    caller: NoInfer<Checked>,
    request: RequestInfo,
  ) => OutputOf<Output> | Promise<OutputOf<Output>>;
}

/** A route as the edge sees it, its input, output and caller types erased. */
export interface Route<Context> extends Omit<
  RouteDefinition<FieldsSchema, FieldsSchema, Context, unknown, unknown>,
  'checks' | 'handle'
> {
  readonly checks?: {
    readonly errors: readonly ErrorSpec[];
    run(context: Context, parsed: ParsedRequest, request: RequestInfo, caller: unknown): unknown;
  };
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
  Checked = Caller,
>(definition: RouteDefinition<Input, Output, Context, Caller, Checked>): Route<Context> {
  // The types are proven at the definition; the pipeline hands the handler what ajv has let through.
  return definition;
}

/** What {@link definePage} takes: a route whose handler answers a page; `output` describes its JSON form. */
export type PageDefinition<Input extends FieldsSchema, Context, Caller, Checked> = Omit<
  RouteDefinition<Input, FieldsSchema, Context, Caller, Checked>,
  'handle'
> & {
  readonly handle: (
    context: Context,
    input: InferFields<Input>,
    caller: NoInfer<Checked>,
    request: RequestInfo,
  ) => PageResult | Promise<PageResult>;
};

/** Makes a route that answers a document, for the groups of a page protocol. */
export function definePage<const Input extends FieldsSchema, Context, Caller, Checked = Caller>(
  definition: PageDefinition<Input, Context, Caller, Checked>,
): Route<Context> {
  return definition;
}

/** Access of a route that anybody may call. */
export const publicAccess: Access<unknown, undefined> = {
  name: 'public',
  errors: [],
  admit: () => undefined,
};

/** Every failure that a route names: of its access, of its checks and of its handler. */
export function failuresOf({ access, checks, errors }: Route<never>): readonly ErrorSpec[] {
  return [...access.errors, ...(checks?.errors ?? []), ...errors];
}
