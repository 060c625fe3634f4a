import type { ErrorSpec } from '@latchkey/contracts';
import type { RequestInfo } from './request-info.ts';
import type { Access, Download, PageResult, Route, RouteDefinition } from './types.ts';
import type { FieldsSchema, InferFields } from './validate.ts';

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
  // The compiler has checked the definition. The pipeline gives the handler only input that ajv accepted.
  return complete(definition);
}

/** With what a definition leaves out: the fields of its access, and its family. */
function complete<Context>(route: Route<Context>): Route<Context> {
  const { access, input, path, family = wordsOf(path)[0] ?? '' } = route;
  const properties = { ...access.fields, ...input.properties };
  return { ...route, family, input: access.fields === undefined ? input : { ...input, properties } };
}

/** The words of a path, without a version. */
export function wordsOf(path: string): string[] {
  return path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '' && !/^v\d+$/.test(word));
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
  return complete(definition);
}

/** What {@link defineDownload} takes: a route whose handler answers a file; `output` describes what is in it. */
type DownloadDefinition<Input extends FieldsSchema, Context, Caller> = Omit<
  RouteDefinition<Input, FieldsSchema, Context, Caller, Caller>,
  'handle' | 'checks' | 'isDownload'
> & {
  readonly handle: (
    context: Context,
    input: InferFields<Input>,
    caller: NoInfer<Caller>,
    request: RequestInfo,
  ) => Download | Promise<Download>;
};

/** Makes a route that answers a file of JSON, piece by piece, for the groups of the envelope. */
export function defineDownload<const Input extends FieldsSchema, Context, Caller>(
  definition: DownloadDefinition<Input, Context, Caller>,
): Route<Context> {
  return complete({ ...definition, isDownload: true });
}

/** Access of a route that anybody may call. */
export const publicAccess: Access<unknown, undefined> = {
  name: 'public',
  signIn: [],
  errors: [],
  admit: () => undefined,
};

/** Every failure that a route names: of its access, of its checks and of its handler. */
export function failuresOf({ access, checks, errors }: Route<never>): readonly ErrorSpec[] {
  return [...access.errors, ...(checks?.errors ?? []), ...errors];
}
