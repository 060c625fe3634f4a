import { STATUS_CODES } from 'node:http';
import type { OpenApiOperation } from './document.ts';

type Paths = Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
type Responses = Readonly<Record<string, object>>;

/**
 * Moves each answer that several operations have to the components, and leaves references. The answer that most of them
 * have with a status has the name of the status, the next one a 2 behind it. An answer that only one operation has
 * stays where it is. A range of statuses is for requests that cannot be read.
 */
export function shareResponses(paths: Paths): { readonly paths: Paths; readonly responses: Responses } {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const answers = operations.flatMap(({ responses }) => Object.entries(responses));
  const shared = Object.values(Object.groupBy(answers, ([status]) => status)).flatMap((there = []) => {
    const groups = [...Map.groupBy(there, keyOf)].filter(([, group]) => group.length > 1);
    const byCount = groups.toSorted(([, a], [, b]) => b.length - a.length);
    return byCount.flatMap(([key, group], at) =>
      group.slice(0, 1).map(([status, answer]) => ({ key, name: nameOf(status, at), answer })),
    );
  });
  const names = new Map(shared.map(({ key, name }) => [key, name]));
  const refer = (responses: Responses) =>
    mapValues(responses, (answer, status) => {
      const name = names.get(keyOf([status, answer]));
      return name === undefined ? answer : { $ref: `#/components/responses/${name}` };
    });
  return {
    paths: mapValues(paths, (methods) =>
      mapValues(methods, (operation) => ({ ...operation, responses: refer(operation.responses) })),
    ),
    responses: Object.fromEntries(shared.map(({ name, answer }) => [name, answer])),
  };
}

const keyOf = (answer: readonly [status: string, answer: object]): string => JSON.stringify(answer);

function nameOf(status: string, at: number): string {
  const name = (STATUS_CODES[status] ?? 'Unreadable').replaceAll(/[^A-Za-z0-9]/g, '');
  return at === 0 ? name : `${name}${at + 1}`;
}

function mapValues<Value, Made>(
  values: Readonly<Record<string, Value>>,
  make: (value: Value, key: string) => Made,
) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, make(value, key)]));
}
