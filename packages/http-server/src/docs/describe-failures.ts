import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import { unavailable } from '../faults.ts';
import { noRoom } from '../read-body.ts';
import { failuresOf, publicAccess } from '../route.ts';
import type { Protocol, Route } from '../types.ts';
import { keepOnce, reuseSchemas, type Shared } from './reuse-schemas.ts';

/** Failures by status: the codes in words and in the schema, and an example for each. */
export function describeFailures<Context>(route: Route<Context>, protocol: Protocol, shared: Shared) {
  const { describe } = protocol;
  const specs = [...failuresOf(route), ...describe.readFaults, ...listOutages(route, protocol)];
  const byStatus = Map.groupBy(specs, (spec) => describe.status(spec.code));
  const entries = [...byStatus].map(
    ([status, there]) => [status, describeStatus(there, describe, shared)] as const,
  );
  return Object.fromEntries(entries);
}

function describeStatus(specs: readonly ErrorSpec[], describe: Protocol['describe'], shared: Shared) {
  const { codeField, failureSchema } = describe;
  const failures = specs.map((spec) => ({ spec, value: describe.failure(spec) }));
  const codes = new Set(failures.map(({ value }) => value[codeField]));
  const lines = new Set(failures.map(({ spec, value }) => `- ${String(value[codeField])}: ${spec.message}`));
  const names = failures.map(({ spec, value }) => {
    const name = [failureSchema.title, value[codeField], slugOf(spec.message)].join('.');
    keepOnce(shared.examples, name, { summary: spec.message, value });
    return name;
  });
  const ofStatus = { type: 'object', properties: { [codeField]: { type: 'string', enum: [...codes] } } };
  return {
    description: [...lines].join('\n'),
    content: {
      'application/json': {
        schema: { allOf: [reuseSchemas(failureSchema, shared), ofStatus] },
        examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
      },
    },
  };
}

function slugOf(message: string): string {
  return message.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/**
 * The failures that no route lists: bodies may come faster than they are read, and a route that anybody may get asks
 * nothing of anybody else.
 */
function listOutages<Context>({ method, access }: Route<Context>, protocol: Protocol): ErrorSpec[] {
  const reword = protocol.unreadable ?? ((fault: ApiError) => fault);
  return [
    ...(access === publicAccess ? [] : [unavailable]),
    ...((method ?? 'POST') === 'POST' ? [reword(new ApiError(noRoom)).spec] : []),
  ];
}
