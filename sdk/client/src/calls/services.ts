import createClient from 'openapi-fetch';
import { LatchkeyError, readFailureHeaders } from '../latchkey-error.ts';
import { createNoAnswer } from '../oauth/answer.ts';
import type { Caller } from '../session/session.ts';
import { systemClock } from '../settings.ts';
import type { paths as DropPaths } from './generated/drop.ts';
import type { paths as UserApiPaths } from './generated/user-api.ts';
import { sendCall, type CredentialPlace } from './send.ts';

export interface ServiceOptions {
  readonly credentials?: CredentialPlace;
}

export interface CallOptions {
  /** Ends the call with the signal's reason. A refresh that it waits for is not cut off, because others may need it. */
  readonly signal?: AbortSignal;
}

type Json<T> = { content: { 'application/json': T } };
type FieldsOf<Route> = Route extends { post: { requestBody?: Json<infer Fields> } } ? Fields : never;
type DataOf<Route> = Route extends { post: { responses: { 200: Json<{ data: infer Data }> } } }
  ? Data
  : never;

/** The data of a route of user-api. */
export type UserApiData<Path extends keyof UserApiPaths> = DataOf<UserApiPaths[Path]>;

/**
 * Calls a route by its path and answers its data. Throws a LatchkeyError: the service's code, `no_answer`, or what
 * `Session.accessToken` throws. A call is sent once; after `no_answer` it may have had its effect. Only a call whose token
 * was refused with 401 is sent once more, with a new token: the refused call has had no effect.
 */
export interface Call<Paths> {
  /** Who sends no key is answered the one that the service made. */
  <Path extends keyof Paths & string>(
    path: Path,
    ...rest: Rest<FieldsOf<Paths[Path]> & { key?: never }>
  ): Promise<WithKey<DataOf<Paths[Path]>>>;
  <Path extends keyof Paths & string>(
    path: Path,
    ...rest: Rest<FieldsOf<Paths[Path]>>
  ): Promise<DataOf<Paths[Path]>>;
}

type WithKey<Data> = 'key' extends keyof Data ? Data & { readonly key: string } : Data;

/** A route that needs a field is not called without. */
type Rest<Fields> = object extends Fields
  ? [fields?: Fields, options?: CallOptions]
  : [fields: Fields, options?: CallOptions];

/** Typed calls of user-api, with the tokens of a session or an app, or with those of `Latchkey.useToken`. */
export function userApi(
  { caller }: { readonly caller: Caller },
  options?: ServiceOptions,
): Call<UserApiPaths> {
  return createCall<UserApiPaths>(caller, 'userApi', options);
}

/** The same for drop. */
export function drop({ caller }: { readonly caller: Caller }, options?: ServiceOptions): Call<DropPaths> {
  return createCall<DropPaths>(caller, 'drop', options);
}

interface Envelope {
  readonly data?: unknown;
  readonly code?: string;
  readonly message?: string;
  readonly field?: string;
  readonly retry_after?: number;
  readonly request_id?: string;
}

type Answered = { readonly data?: Envelope; readonly error?: Envelope; readonly response: Response };
/** openapi-fetch's method without the types of one service; `Call` has them. */
type Post = (path: string, init: object) => Promise<Answered>;

function createCall<Paths extends object>(
  caller: Caller,
  service: 'userApi' | 'drop',
  { credentials = 'fields' }: ServiceOptions = {},
): Call<Paths> {
  const { clock = systemClock } = caller.settings;

  async function call(path: string, fields: object = {}, { signal }: CallOptions = {}): Promise<unknown> {
    signal?.throwIfAborted();
    const address = await findAddress(caller, service);
    let isMade = false;
    const fetch = (request: Request) => {
      isMade = true;
      return sendCall(caller, credentials, request);
    };
    // `Call` has checked path and fields. The type of openapi-fetch cannot do so while `Paths` is a parameter.
    const post = createClient<Paths>({ fetch }).POST as unknown as Post;
    const init = { baseUrl: address, body: fields, ...(signal === undefined ? {} : { signal }) };
    const { data, error, response } = await post(path, init).catch((cause: unknown) => {
      signal?.throwIfAborted();
      if (!isMade) throw new LatchkeyError('not_configured', `The fields of ${path} are no JSON.`);
      throw cause instanceof LatchkeyError ? cause : createNoAnswer(address, cause);
    });
    if (data?.data !== undefined) return data.data;
    throw readFailure(address, error, response, clock.now());
  }
  return call as Call<Paths>;
}

/** Where a service is. Throws `not_configured` where neither the settings nor sso say it. */
export async function findAddress(
  { settings, findSiblings }: Caller,
  service: 'userApi' | 'drop',
): Promise<string> {
  const address = settings[service] ?? (await findSiblings?.())?.[service];
  if (address !== undefined) return address;
  throw new LatchkeyError(
    'not_configured',
    `No address is configured for ${service}, and ${settings.sso} names none.`,
  );
}

export function readFailure(
  address: string,
  error: Envelope | undefined,
  { headers, status }: Response,
  nowMs: number,
): LatchkeyError {
  const { retryAfter, requestId } = readFailureHeaders(headers, nowMs);
  if (typeof error?.code !== 'string')
    return createNoAnswer(address, undefined, {
      said: `status ${status} without an envelope`,
      retryAfter,
      requestId,
    });
  return new LatchkeyError(error.code, error.message ?? error.code, {
    field: error.field,
    retryAfter: error.retry_after ?? retryAfter,
    requestId: error.request_id ?? requestId,
  });
}
