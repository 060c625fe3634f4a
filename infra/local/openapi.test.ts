import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describeServices, documentFile } from './openapi.ts';
import { services } from './service-list.ts';

const documents = describeServices();

interface Content {
  readonly schema: object;
  readonly example?: unknown;
}

describe.each(services)('the document of $name', ({ name }) => {
  const document = documents[name];
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({
    $id: 'document:',
    ...document,
  });

  /** What a reference inside the document stands for. */
  function follow<Thing>(thing: Thing | { readonly $ref: string }): Thing {
    if (typeof thing !== 'object' || thing === null || !('$ref' in thing)) return thing;
    const [, , kind = '', key = ''] = thing.$ref.split('/');
    return (document.components as Record<string, Record<string, unknown>>)[kind]?.[key] as Thing;
  }

  /** Examples that do not fit their own schema, in the words of ajv. */
  function listMisfits(contents: readonly Content[]): string[] {
    return contents.flatMap(({ schema, example }) => {
      const validate = ajv.compile(pointIntoDocument(schema));
      return validate(example) ? [] : [ajv.errorsText(validate.errors)];
    });
  }

  test('is committed in docs/openapi; npm run openapi writes it', async () => {
    const committed: unknown = JSON.parse(await readFile(documentFile(name), 'utf8'));
    expect(committed).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('names every operation once, and no internal one', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/internal'))).toEqual([]);
  });

  test('has a described tag and a list of failures for every operation', () => {
    const described = document.tags.map((tag) => tag.name);
    const lacking = operations.filter(({ operation: { tags, responses } }) => {
      const failures = Object.keys(responses).filter((status) => status.startsWith('4'));
      return tags.length !== 1 || !tags.every((tag) => described.includes(tag)) || failures.length === 0;
    });
    expect(lacking.map(({ path }) => path)).toEqual([]);
  });

  test('is smaller than 280 KB as it is served', () => {
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(280_000);
  });

  test('has an example of every request and of its success, which fit their own schemas', () => {
    const misfits = operations.map(({ path, method, operation }) => {
      const { requestBody, responses } = operation as typeof operation & { requestBody?: object };
      const bodies = [requestBody, follow<object>(responses['200'] ?? {})] as (
        | { content: Record<string, Content> }
        | undefined
      )[];
      // A body's types have the same fields: the example stands with one of them.
      const examples = bodies.map((body) =>
        Object.values(body?.content ?? {}).filter(({ example }) => example !== undefined),
      );
      const lacking = bodies.filter((body, at) => body !== undefined && examples[at]?.length !== 1);
      return [`${method} ${path}`, [...listMisfits(examples.flat()), ...lacking]] as const;
    });
    expect(misfits.filter(([, there]) => there.length > 0)).toEqual([]);
  });
});

/** The schema with references that ajv finds in the document. */
function pointIntoDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document:#/')) as object;
}
