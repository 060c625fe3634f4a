import type { ApiError, ErrorCode, ErrorSpec } from '@latchkey/contracts';
import type { ParsedRequest, RawRequest } from '@latchkey/request-parser';
import type { Request, Response } from 'express';
import type { RequestInfo } from './request-info.ts';
import type { SignIn } from './sign-in.ts';
import type { FieldsSchema, InferFields, InputIssue, OutputOf, SchemaNode } from './validate.ts';

/** Who may call a route: admits the caller or throws an ApiError. Its result is the handler's third argument. */
export interface Access<Context, Caller> {
  /** Shown in the docs, such as `user token` or `relay`. */
  readonly name: string;
  /** The ways in which a caller can say who it is; each alone is enough. */
  readonly signIn: readonly SignIn[];
  /** What `admit` reads; the input of each route begins with it. */
  readonly fields?: FieldsSchema['properties'];
  /** Whether nobody has to say who they are. */
  readonly isOptional?: boolean;
  /** Every failure that `admit` can throw. */
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

/** Limits of a route's body, when they differ from contract part 0 "Parsed request" 7 and 8. */
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
  /** Default POST. ANY takes every method. */
  readonly method?: 'GET' | 'POST' | 'ANY';
  /** Exact, but for a segment such as `:id`, which takes any text. */
  readonly path: string;
  readonly summary: string;
  /** What callers can rely on beyond the summary, for the documents. */
  readonly details?: string;
  readonly access: Access<Context, Caller>;
  readonly checks?: Checks<Context, Caller, Checked>;
  readonly input: Input;
  /** Fields that are not listed here are never sent. */
  readonly output: Output;
  /** An answer that can occur, for the documents; where there is none, they make one of `output`. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Every failure the handler can answer, beside those of its access, its checks and of reading the request. */
  readonly errors: readonly ErrorSpec[];
  readonly body?: BodyRules;
  /** The handler reads the query as it was sent, from `search`; `input` documents what it may have. */
  readonly readsSearch?: true;
  /** Content type of a page's document, when that is not HTML. */
  readonly documentType?: string;
  /** Content type of the files that a page sends in place of its document. */
  readonly fileType?: string;
  /**
   * What the documents list the route under, and where the header migration stands for it; the first part of the path that
   * is no version, unless given.
   * Source: contract part 0 "Parsed request" 9.
   */
  readonly family?: string | undefined;
  /** Sent instead of `no-store` when caches may keep the answer. */
  readonly cacheControl?: string;
  /** The handler answers a {@link Download}: `output` describes the file, which is sent without an envelope. */
  readonly isDownload?: true;
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

/** What a page route answers: the same outcome as a document and as JSON. */
export interface PageResult {
  readonly html: () => string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Set when the page itself shows a failure. */
  readonly code?: ErrorCode;
  /** Where to redirect the browser after it has sent a form. */
  readonly location?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** A file that is sent in place of the document, under its own headers. */
  readonly file?: { readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string>> };
  /** A file that every caller gets in place of both. */
  readonly download?: Download;
}

/** A body that is sent as it is made. Where a piece after the first cannot be made, the connection is cut. */
export type Pieces = AsyncIterable<string | Uint8Array>;

/** A file of JSON, which is sent as it is made. */
export interface Download {
  readonly filename: string;
  readonly pieces: Pieces;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Uint8Array;
}

export interface PiecedReply extends Omit<Reply, 'body'> {
  readonly pieces: Pieces;
}

/** How a group of routes reads requests and writes answers: the envelope, OAuth, or a page. */
export interface Protocol {
  /** Reads a request's fields. Throws ApiError. */
  parse(raw: RawRequest, route: Route<never>, request: RequestInfo): ParsedRequest;
  /** Replaces the failure of an unreadable body, when a service's contract has its own sentence. */
  unreadable?(fault: ApiError): ApiError;
  /**
   * Makes the failure for input that the schema refused. `issues` has at least one entry, in the order of the schema's
   * fields.
   */
  invalid(issues: readonly InputIssue[], route: Route<never>): ApiError;
  success(result: unknown, route: Route<never>, request: RequestInfo): Reply | PiecedReply;
  /** `route` is undefined when no route took the request. */
  failure(error: ApiError, request: RequestInfo, route?: Route<never>): Reply;
  /** For OpenAPI. */
  readonly describe: {
    readonly requestTypes: readonly string[];
    /** Content type of the documents that answers come as, beside JSON. */
    readonly documentType?: string;
    readonly readFaults: readonly ErrorSpec[];
    status(code: ErrorCode): number;
    success(output: SchemaNode): SchemaNode;
    failure(spec: ErrorSpec): Readonly<Record<string, unknown>>;
    /** Schema of every failure, and its field that holds the code. */
    readonly failureSchema: SchemaNode & { readonly title: string };
    readonly codeField: string;
    /** Whether a failure also has what the route answers, and is a document for who prefers one. */
    readonly isPage?: boolean;
  };
}

export interface RouteGroup<Context> {
  readonly protocol: Protocol;
  readonly routes: readonly Route<Context>[];
}

/** What a listener serves beside routes, by path. Each takes GET and HEAD only. */
export type OwnPaths = Readonly<
  Record<string, (request: Request, response: Response) => void | Promise<void>>
>;
