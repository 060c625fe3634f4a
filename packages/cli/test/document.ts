import { readFileSync } from 'node:fs';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly string[];
}
interface Content {
  readonly content: { readonly 'application/json': { readonly schema: Schema; readonly example: unknown } };
}
interface Operation {
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly requestBody: Content;
  readonly responses: { readonly 200: Content | { readonly $ref: string } };
}
interface Document {
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const file = new URL('../../../docs/openapi/user-api.json', import.meta.url);
const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Document;

/** The public routes of user-api that read fields. */
export const routes = Object.entries(paths).flatMap(([path, { post }]) => (post === undefined ? [] : [path]));

/** The answer that the OpenAPI document of user-api gives as an example of a route. */
export function exampleAnswer(path: string): object {
  return resolve<Content>(operation(path).responses[200]).content['application/json'].example as object;
}

/** The fields of a route, with the values that are allowed where they are few. */
export function fieldsOf(path: string): Readonly<Record<string, Pick<Schema, 'enum'>>> {
  return resolve<Schema>(operation(path).requestBody.content['application/json'].schema).properties ?? {};
}

function operation(path: string): Operation {
  const found = paths[path]?.post;
  if (found === undefined) throw new Error(`The document has no route ${path}.`);
  return found;
}

function resolve<Part>(part: Part | { readonly $ref: string }): Part {
  if (!('$ref' in (part as object))) return part as Part;
  const [, , kind = '', name = ''] = (part as { readonly $ref: string }).$ref.split('/');
  return resolve(components[kind]?.[name] as Part);
}
