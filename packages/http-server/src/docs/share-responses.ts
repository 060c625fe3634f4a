import { STATUS_CODES } from 'node:http';
import type { OpenApiOperation } from './document.ts';

type Paths = Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
type Responses = Readonly<Record<string, object>>;

/**
 * Moves the answer that most operations have with a status to the components, under the name of the status, and leaves
 * references. An answer that one operation alone has stays where it is.
 */
export function shareResponses(paths: Paths): { readonly paths: Paths; readonly responses: Responses } {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const answers = operations.flatMap(({ responses }) => Object.entries(responses));
  const common = Object.values(Object.groupBy(answers, ([status]) => status)).flatMap((there = []) => {
    const [most = []] = [...Map.groupBy(there, ([, answer]) => JSON.stringify(answer)).values()].toSorted(
      (a, b) => b.length - a.length,
    );
    return most.length > 1 ? most.slice(0, 1) : [];
  });
  const names = new Map(common.map(([status, answer]) => [JSON.stringify([status, answer]), nameOf(status)]));
  const refer = (responses: Responses) =>
    mapValues(responses, (answer, status) => {
      const name = names.get(JSON.stringify([status, answer]));
      return name === undefined ? answer : { $ref: `#/components/responses/${name}` };
    });
  return {
    paths: mapValues(paths, (methods) =>
      mapValues(methods, (operation) => ({ ...operation, responses: refer(operation.responses) })),
    ),
    responses: Object.fromEntries(common.map(([status, answer]) => [nameOf(status), answer])),
  };
}

function nameOf(status: string): string {
  return (STATUS_CODES[status] ?? status).replaceAll(/[^A-Za-z0-9]/g, '');
}

function mapValues<Value, Made>(
  values: Readonly<Record<string, Value>>,
  make: (value: Value, key: string) => Made,
) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, make(value, key)]));
}
