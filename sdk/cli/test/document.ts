import { readFileSync } from 'node:fs';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
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

const [userApi, drop] = ['user-api', 'drop'].map((service) => {
  const file = new URL(`../../../docs/openapi/${service}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Document;
}) as [Document, Document];

/** The public routes of user-api that read fields. */
export const routes = Object.entries(userApi.paths).flatMap(([path, { post }]) =>
  post === undefined ? [] : [path],
);

/** The answer that the OpenAPI documents of user-api and drop give as an example of a route. */
export function exampleAnswer(path: string): object {
  const { post, resolve } = find(path);
  return resolve<Content>(post.responses[200]).content['application/json'].example as object;
}

/** The fields of a route, with the values that are allowed where they are few. */
export function fieldsOf(path: string): Readonly<Record<string, Pick<Schema, 'enum'>>> {
  const { post, resolve } = find(path);
  const { allOf = [], ...own } = resolve<Schema>(post.requestBody.content['application/json'].schema);
  const fields = [own, ...allOf].flatMap((part) => Object.entries(resolve<Schema>(part).properties ?? {}));
  return Object.fromEntries(fields.map(([name, schema]) => [name, resolve<Schema>(schema)]));
}

/** A route, and what follows the references of its document. */
function find(path: string) {
  const { paths, components } = path in userApi.paths ? userApi : drop;
  const post = paths[path]?.post;
  if (post === undefined) throw new Error(`No document has the route ${path}.`);
  function resolve<Part>(part: Part | { readonly $ref: string }): Part {
    if (!('$ref' in (part as object))) return part as Part;
    const [, , kind = '', name = ''] = (part as { readonly $ref: string }).$ref.split('/');
    return resolve(components[kind]?.[name] as Part);
  }
  return { post, resolve };
}
