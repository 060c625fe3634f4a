import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import { unavailable } from '../faults.ts';
import { noRoom } from '../read-body.ts';
import { failuresOf, publicAccess } from '../route.ts';
import type { Protocol, Route } from '../types.ts';
import { reuseSchemas, type Shared } from './reuse-schemas.ts';

/** Failures by status: each code with its sentences in the description, and the codes in the schema. */
export function describeFailures<Context>(route: Route<Context>, protocol: Protocol, shared: Shared) {
  const { describe, unreadable } = protocol;
  const statusOf = ({ code }: ErrorSpec) => describe.status(code);
  const readFaults = describe.readFaults.map((spec) => unreadable?.(new ApiError(spec)).spec ?? spec);
  const unread = Map.groupBy(readFaults, statusOf);
  const own = Map.groupBy([...failuresOf(route), ...listOutages(route, protocol)], statusOf);
  const statuses = new Set([...own.keys(), ...unread.keys()]);
  return Object.fromEntries(
    [...statuses].map((status) => {
      const failures = { own: own.get(status) ?? [], unread: unread.get(status) ?? [] };
      return [status, describeStatus(failures, describe, shared)] as const;
    }),
  );
}

/** What a route fails with by itself, and what every request fails with that cannot be read. */
interface Failures {
  readonly own: readonly ErrorSpec[];
  readonly unread: readonly ErrorSpec[];
}

function describeStatus({ own, unread }: Failures, describe: Protocol['describe'], shared: Shared) {
  const { codeField, failureSchema } = describe;
  const codeOf = (spec: ErrorSpec) => String(describe.failure(spec)[codeField]);
  const lineOf = (spec: ErrorSpec) => `- ${codeOf(spec)}: ${spec.message}`;
  const lines = new Set(own.map(lineOf));
  const others = unread.filter((spec) => !lines.has(lineOf(spec)));
  if (others.length > 0) lines.add(describeUnread(others, codeOf));
  const codes = [...new Set([...own, ...unread].map(codeOf))];
  const ofStatus = { type: 'object', properties: { [codeField]: { type: 'string', enum: codes } } };
  return {
    description: [...lines].join('\n'),
    content: { 'application/json': { schema: { allOf: [reuseSchemas(failureSchema, shared), ofStatus] } } },
  };
}

/** One sentence, where the service has one for all; the words of many are left out, and nothing is said in their place. */
function describeUnread(unread: readonly ErrorSpec[], codeOf: (spec: ErrorSpec) => string): string {
  const codes = [...new Set(unread.map(codeOf))].join(', ');
  const [sentence, ...more] = new Set(unread.map(({ message }) => message));
  return more.length === 0 ? `- ${codes}: ${sentence}` : `- ${codes}, where the request cannot be read`;
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
