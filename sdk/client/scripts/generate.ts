import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/**
 * Writes the types of the calls from the committed OpenAPI documents; with `--check` it only ends with 1 where they
 * differ. The types hold what a caller sends and gets: the one body in JSON without the credentials, which the library
 * adds, and the answer of a success.
 */
interface Operation {
  readonly summary?: string;
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Body {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly allOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

interface Document {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, { readonly post?: Operation }>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const services = ['user-api', 'drop'] as const;
const credentials = new Set(['token', 'auth.token', 'auth.dpop', 'auth.htu', 'dpop', 'htu']);
const notice = '// Written by scripts/generate.ts from docs/openapi; do not edit.\n\n';

function read(service: string): Document {
  const url = new URL(`../../../docs/openapi/${service}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as Document;
}

function narrow(document: Document): object {
  const resolve = <T extends { readonly $ref?: string }>(value: T): T => {
    const [, , kind = '', name = ''] = value.$ref?.split('/') ?? [];
    return value.$ref === undefined ? value : (document.components?.[kind]?.[name] as T);
  };
  const json = (body: Body | undefined): Schema | undefined =>
    body && resolve(body).content?.['application/json']?.schema;
  const paths = Object.entries(document.paths).flatMap(([path, { post }]) => {
    const answer = json(post?.responses['200']);
    // A path with a parameter is a page for people.
    if (post === undefined || answer === undefined || path.includes('{')) return [];
    const { properties, required = [], allOf = [], ...rest } = resolve(json(post.requestBody) ?? {});
    const all = Object.assign({}, ...allOf.map((part) => resolve(part).properties), properties) as object;
    const mine = Object.fromEntries(
      Object.entries(all)
        .filter(([name]) => !credentials.has(name))
        .map(([name, field]) => [name, describe(name, field as Schema)]),
    );
    const schema = { ...rest, properties: mine, required: required.filter((name) => name in mine) };
    const operation = {
      summary: post.summary,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses: { 200: { description: 'Done', content: { 'application/json': { schema: answer } } } },
    };
    return [[path, { post: operation }] as const];
  });
  const { openapi, info, components } = document;
  const schemas = listReached(Object.entries(components?.['schemas'] ?? {}), JSON.stringify(paths));
  return {
    openapi,
    info,
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  };
}

/** What the services check themselves has no type in their documents. */
const types: Readonly<Record<string, object>> = {
  ttl: { type: 'integer' },
  expires: { type: ['string', 'integer'] },
  expires_at: { type: ['string', 'integer'] },
  payload_format: { enum: ['json', 'text', 'html', 'base64'] },
};

/** A field with its type, and without a rule that its description has said before. */
function describe(name: string, { description, ...field }: Schema): Schema {
  if (typeof description !== 'string') return field;
  const [, said = '', rule = ''] = /^(.+?)\.? Must be (.+)\.$/s.exec(description) ?? [];
  const isSaidTwice = rule !== '' && said.includes(rule);
  const type = 'type' in field || '$ref' in field ? {} : types[name];
  return { ...field, ...type, description: isSaidTwice ? `${said}.` : description };
}

type Named = readonly [name: string, schema: unknown];

/** The schemas that the text refers to, and those that they refer to themselves. */
function listReached(all: readonly Named[], text: string): readonly Named[] {
  let reached: readonly Named[] = [];
  for (let before = -1; before !== reached.length;) {
    before = reached.length;
    const known = text + JSON.stringify(reached);
    reached = all.filter(([name]) => known.includes(`#/components/schemas/${name}"`));
  }
  return reached;
}

const isCheck = process.argv.includes('--check');
for (const service of services) {
  const text =
    notice + astToString(await openapiTS(narrow(read(service)) as OpenAPI3, { emptyObjectsUnknown: true }));
  const target = new URL(`../src/calls/generated/${service}.ts`, import.meta.url);
  if (!isCheck) writeFileSync(target, text);
  else if (readFileSync(target, 'utf8') !== text) {
    process.stderr.write(
      `The types of ${service} differ from docs/openapi/${service}.json: npm run client:types\n`,
    );
    process.exitCode = 1;
  }
}
