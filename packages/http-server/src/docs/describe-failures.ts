import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import { noRoom } from '../body-budget.ts';
import { internalFault, unavailable } from '../faults.ts';
import { failuresOf, publicAccess } from '../route.ts';
import type { Protocol, Route } from '../types.ts';
import { unreadFaults } from '../unread.ts';
import type { SchemaNode } from '../validate.ts';
import { reuseSchemas, type Shared } from './reuse-schemas.ts';

/** The failures of all operations in one form: its schema, and every code that it can have. */
interface FailureForm {
  readonly schema: SchemaNode & { readonly title: string };
  readonly codeField: string;
  readonly codes: Set<string>;
  example?: object;
}

/** By the title of the schema. */
export type FailureForms = Map<string, FailureForm>;

/** What every request can fail with that reaches no operation, or that stumbles inside. */
const general = [
  internalFault,
  { code: 'not_found', message: '' },
  { code: 'method_not_allowed', message: '' },
  ...Object.values(unreadFaults),
] as const;

/**
 * Failures by status: the codes with their sentences. What every request fails with that cannot be read is one answer,
 * `4XX`.
 */
export function describeFailures<Context>(
  route: Route<Context>,
  protocol: Protocol,
  { forms, shared }: { readonly forms: FailureForms; readonly shared: Shared },
) {
  const { describe } = protocol;
  const { readFaults, failureSchema } = describe;
  const own = [...failuresOf(route), ...listOutages(route, protocol)];
  const form = keepForm(forms, protocol);
  for (const spec of [...own, ...readFaults, ...general]) form.codes.add(codeOf(spec, describe));
  const refused = own.find(({ code }) => code === 'token_missing' || code === 'invalid_client');
  if (refused !== undefined) form.example ??= describe.failure(refused);
  const byStatus = Map.groupBy(own, ({ code }) => describe.status(code));
  const failure = { $ref: `#/components/schemas/${failureSchema.title}` };
  const content = describe.isPage
    ? {
        'application/json': { schema: { allOf: [failure, describeShown(route, shared)] } },
        [describe.documentType ?? '']: { schema: { type: 'string' } },
      }
    : { 'application/json': { schema: failure } };
  const answer = (description: string) => ({ description, content });
  return {
    ...Object.fromEntries([...byStatus].map(([status, specs]) => [status, answer(list(specs, describe))])),
    '4XX': answer(`The request cannot be read:\n${listUnread(describe)}`),
  };
}

/** What a page shows beside a failure, where it is no file: any of its members. */
function describeShown<Context>({ output, documentType }: Route<Context>, shared: Shared): SchemaNode {
  const properties = documentType === undefined ? output.properties : {};
  return reuseSchemas({ type: 'object', properties }, shared);
}

/** The schemas of failures, each with its codes and one example. */
export function describeForms(forms: FailureForms, shared: Shared): void {
  for (const { schema, codeField, codes, example } of forms.values()) {
    const code = { ...schema.properties?.[codeField], enum: [...codes].toSorted() } as SchemaNode;
    const properties = { ...schema.properties, [codeField]: code };
    reuseSchemas({ ...schema, properties, ...(example ? { examples: [example] } : {}) }, shared);
  }
}

function keepForm(forms: FailureForms, { describe }: Protocol): FailureForm {
  const { failureSchema: schema, codeField } = describe;
  const form = forms.get(schema.title) ?? { schema, codeField, codes: new Set<string>() };
  forms.set(schema.title, form);
  return form;
}

/** A line for each sentence, with the codes that share it. */
function list(specs: readonly ErrorSpec[], describe: Protocol['describe']): string {
  const bySentence = Map.groupBy(specs, ({ message }) => message);
  const lines = [...bySentence].map(([message, alike]) => {
    const codes = new Set(alike.map((spec) => codeOf(spec, describe)));
    return `- ${[...codes].join(', ')}: ${message}`;
  });
  return lines.join('\n');
}

function listUnread(describe: Protocol['describe']): string {
  const byStatus = Map.groupBy(describe.readFaults, ({ code }) => describe.status(code));
  const lines = [...byStatus].map(([status, specs]) => {
    const codes = new Set(specs.map((spec) => codeOf(spec, describe)));
    return `- ${status}: ${[...codes].join(', ')}`;
  });
  return lines.toSorted().join('\n');
}

function codeOf(spec: ErrorSpec, { failure, codeField }: Protocol['describe']): string {
  return String(failure(spec)[codeField]);
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
