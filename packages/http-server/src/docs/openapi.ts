import { completeOutput } from '@latchkey/contracts';
import { version } from '@latchkey/process/version';
import { successStatus } from '../answer.ts';
import { wordsOf } from '../route.ts';
import { addTokenFields, describeSignIn, listSecuritySchemes } from '../sign-in.ts';
import type { Protocol, Route, RouteGroup } from '../types.ts';
import type { FieldsSchema, SchemaNode } from '../validate.ts';
import { describeFailures, describeForms, type FailureForms } from './describe-failures.ts';
import type { OpenApiDocument, OpenApiOperation, ServiceInfo } from './document.ts';
import { exampleOf, exampleOfInput } from './example-of.ts';
import { clientPlaceholder, introduce } from './introduction.ts';
import { reuseSchemas, type Shared } from './reuse-schemas.ts';
import { shareResponses } from './share-responses.ts';
import { unknownSite, type Site } from './site.ts';

/**
 * Describes routes as OpenAPI 3.1, from the schemas that their requests are validated with. `server` is the address that
 * they are called at.
 */
export function describeApi<Context>(
  service: ServiceInfo,
  groups: readonly RouteGroup<Context>[],
  { site = unknownSite, server = '/' }: { readonly site?: Site; readonly server?: string } = {},
): OpenApiDocument {
  const { title, description, families = {} } = service;
  const parts: Parts = { shared: { schemas: new Map() }, forms: new Map(), clientId: site.clientId };
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const all = groups.flatMap(({ protocol, routes }) => routes.map((route) => ({ protocol, route })));
  for (const { protocol, route } of all) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [methodOf(route)]: describeRoute(route, protocol, parts) };
  }
  describeForms(parts.forms, parts.shared);
  const sharing = shareResponses(paths);
  const used = new Set(all.map(({ route }) => route.family));
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      summary: description,
      description: introduce(service, site, [...parts.forms.values()][0]?.example),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server }],
    tags: Object.entries(families).flatMap(([name, about]) =>
      used.has(name) ? [{ name, description: about }] : [],
    ),
    paths: sharing.paths,
    components: {
      schemas: Object.fromEntries(parts.shared.schemas),
      responses: sharing.responses,
      securitySchemes: listSecuritySchemes(all.flatMap(({ route }) => route.access.signIn)),
    },
  };
}

interface Parts {
  readonly shared: Shared;
  readonly forms: FailureForms;
  /** What requests are shown with in the field client_id. */
  readonly clientId: string | undefined;
}

function describeRoute<Context>(route: Route<Context>, protocol: Protocol, parts: Parts): OpenApiOperation {
  const { shared } = parts;
  const operationId = nameOperation(methodOf(route), route.path);
  const input = { type: 'object', ...addTokenFields(route.input, route.access.signIn) };
  const output = { type: 'object', ...route.output };
  const data = protocol.describe.isPage ? output : completeOutput(output);
  const wrap = (node: SchemaNode) => (route.isDownload ? node : protocol.describe.success(node));
  const signIn = describeSignIn(route.access, route.access.isOptional ?? false);
  const shown = route.example === undefined ? data : { ...data, examples: [route.example] };
  return {
    operationId,
    summary: route.summary,
    tags: [route.family ?? ''],
    'x-access': route.access.name,
    ...signIn,
    description: [signIn.description, route.details].filter(Boolean).join('\n\n'),
    ...describeParameters(route, input, shared),
    ...(methodOf(route) === 'get'
      ? {}
      : { requestBody: describeBody(`${capitalize(operationId)}Input`, input, protocol, parts) }),
    responses: {
      [successStatus]: {
        description: 'Done',
        content: describeAnswer(route, protocol, {
          schema: reuseSchemas(wrap(data), shared),
          example: exampleOf(wrap(shown)),
        }),
      },
      ...describeFailures(route, protocol, parts),
    },
  };
}

/** A route of any method does the same for each; a GET is what people try. */
function methodOf<Context>({ method = 'POST' }: Route<Context>): 'get' | 'post' {
  return method === 'POST' ? 'post' : 'get';
}

/** From the method and the path alone, so that it stays as long as they do. */
function nameOperation(method: 'get' | 'post', path: string): string {
  const [first = '', ...rest] = method === 'get' ? ['get', ...wordsOf(path)] : wordsOf(path);
  return [first, ...rest.map(capitalize)].join('');
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** The example stands once, with the first type that the protocol reads: the others have the same fields. */
function describeBody(title: string, input: FieldsSchema, { describe }: Protocol, parts: Parts) {
  const schema = reuseSchemas({ ...input, title }, parts.shared);
  const example = exampleOfInput(input, { client_id: parts.clientId ?? clientPlaceholder });
  return {
    required: (input.required ?? []).length > 0,
    content: Object.fromEntries(
      describe.requestTypes.map((type, at) => [type, at === 0 ? { schema, example } : { schema }]),
    ),
  };
}

/** What is in the path, and the query of a GET. */
function describeParameters<Context>(route: Route<Context>, input: FieldsSchema, shared: Shared) {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  if (methodOf(route) === 'get') return { parameters: [...inPath, ...describeQuery(input, shared)] };
  return inPath.length === 0 ? {} : { parameters: inPath };
}

function describeQuery({ properties, required }: FieldsSchema, shared: Shared) {
  return Object.entries(properties).map(([name, node]) => {
    const { description, ...schema } = reuseSchemas(node, shared);
    const isRequired = required?.includes(name) ?? false;
    return { name, in: 'query', required: isRequired, ...(description ? { description } : {}), schema };
  });
}

const jsonFile = { type: 'object', additionalProperties: true, description: 'The file' } as const;

/** A page is a document for browsers, and JSON for callers that ask for it. */
function describeAnswer<Context>(
  { documentType, fileType }: Route<Context>,
  { describe }: Protocol,
  json: { readonly schema: SchemaNode; readonly example: unknown },
) {
  const type = documentType ?? describe.documentType;
  const document = type === undefined ? {} : { [type]: { schema: { type: 'string' } } };
  if (fileType === 'application/json')
    return { 'application/json': { ...json, schema: { anyOf: [json.schema, jsonFile] } }, ...document };
  const file = fileType === undefined ? {} : { [fileType]: { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': json, ...document, ...file };
}
