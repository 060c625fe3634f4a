import { ApiError, type ErrorSpec } from '@latchkey/errors';
import { unavailable } from './faults.ts';
import { successStatus } from './http-status.ts';
import { noRoom } from './read-body.ts';
import { failuresOf, publicAccess } from './route.ts';
import type { SchemaNode } from './schema.ts';
import { describeSignIn, listSecuritySchemes } from './sign-in.ts';
import type { Protocol, Route, RouteGroup } from './types.ts';

export interface ServiceInfo {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
}

export interface OpenApiOperation {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-access': string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly [member: string]: unknown;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly components: { readonly securitySchemes: Readonly<Record<string, object>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

/** Describes routes as OpenAPI 3.1, from the schemas that their requests are validated with. */
export function describeApi<Context>(
  service: ServiceInfo,
  groups: readonly RouteGroup<Context>[],
): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const { protocol, routes } of groups) {
    for (const route of routes) {
      const method = (route.method ?? 'POST') === 'GET' ? 'get' : 'post';
      paths[route.path] = { ...paths[route.path], [method]: describeRoute(route, protocol) };
    }
  }
  const { title, version, description } = service;
  const ways = groups.flatMap(({ routes }) => routes.flatMap(({ access }) => access.signIn));
  const components = { securitySchemes: listSecuritySchemes(ways) };
  return { openapi: '3.1.0', info: { title, version, description }, components, paths };
}

function describeRoute<Context>(route: Route<Context>, protocol: Protocol): OpenApiOperation {
  const input = { type: 'object', ...route.input };
  const { requestTypes, success } = protocol.describe;
  const output = success({ type: 'object', ...route.output });
  const answered = { description: 'Done', content: { 'application/json': { schema: output } } };
  return {
    summary: route.summary,
    tags: [route.path.split('/')[1] ?? ''],
    'x-access': route.access.name,
    ...describeSignIn(route.access.signIn, route.access.isOptional ?? false),
    ...(route.method === 'GET'
      ? { parameters: describeQuery(input) }
      : { requestBody: describeBody(input, requestTypes) }),
    responses: { [successStatus]: answered, ...describeFailures(route, protocol) },
  };
}

function describeBody(input: SchemaNode, types: readonly string[]) {
  return { content: Object.fromEntries(types.map((type) => [type, { schema: input }])) };
}

function describeQuery(input: SchemaNode) {
  return Object.entries(input.properties ?? {}).map(([name, schema]) => {
    return { name, in: 'query', required: input.required?.includes(name) ?? false, schema };
  });
}

/** Failures by status, one named example for each. */
function describeFailures<Context>(route: Route<Context>, protocol: Protocol) {
  const specs = [...failuresOf(route), ...protocol.describe.readFaults, ...listOutages(route, protocol)];
  const byStatus = Map.groupBy(specs, (spec) => protocol.describe.status(spec.code));
  const entries = [...byStatus].map(([status, there]) => {
    const examples = Object.fromEntries(
      there.map((spec) => [nameExample(spec), { value: protocol.describe.failure(spec) }]),
    );
    return [
      status,
      {
        description: there.map((spec) => spec.message).join('; '),
        content: { 'application/json': { examples } },
      },
    ] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * The failures that no route lists: bodies may come faster than they are read, and a route that anybody may get asks
 * nothing of anybody else.
 */
function listOutages<Context>({ method, access }: Route<Context>, protocol: Protocol): ErrorSpec[] {
  const reword = protocol.unreadable ?? ((fault: ApiError) => fault);
  return [
    ...(access === publicAccess ? [] : [unavailable]),
    ...(method === 'GET' ? [] : [reword(new ApiError(noRoom)).spec]),
  ];
}

function nameExample({ code, message }: ErrorSpec): string {
  return `${code}: ${message}`;
}
