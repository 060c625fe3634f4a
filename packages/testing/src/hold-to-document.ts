import type { RequestListener, ServerResponse } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { shareInRun } from './test-run.ts';

type Answers = Readonly<Record<string, object>>;
interface Operation {
  readonly responses: Answers;
}

/** As much of an OpenAPI document as says what is answered. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Answers; readonly schemas: Answers };
}
interface Held extends Document {
  compile(schema: object): ValidateFunction;
}
interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

/** What a service answered, and to what. */
interface Observed {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** The documents of all test files of this process, by name: each is read once, and each schema compiled once. */
const kept = globalThis as { latchkeyDocuments?: Map<string, Held> };
const documents = (kept.latchkeyDocuments ??= new Map());

/** A document, with what its schemas refer to. */
function readDocument(name: string, describe: () => object): Held {
  const text = shareInRun(`document of ${name}`, () => JSON.stringify(describe()));
  const document = JSON.parse(text.replaceAll('"#/components/', '"document#/components/')) as Document;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', components: document.components });
  const compiled = new Map<object, ValidateFunction>();
  return {
    ...document,
    compile(schema) {
      const validate = compiled.get(schema) ?? ajv.compile({ ...schema, unevaluatedProperties: false });
      compiled.set(schema, validate);
      return validate;
    },
  };
}

/**
 * Holds each answer of an app, in every test of a file, against the API document: its status, its media type, and the
 * members of its JSON. Call it at the top of a module. `name` distinguishes the documents of a run, whatever file asks.
 */
export function useDocument(): (
  app: RequestListener,
  name: string,
  describe: () => object,
) => RequestListener {
  const misfits = new Set<string>();
  afterEach(() => {
    const found = [...misfits];
    misfits.clear();
    expect(found).toEqual([]);
  });
  return (app, name, describe) => {
    return (request, response) => {
      const { method = '' } = request;
      const path = new URL(request.url ?? '', 'http://x').pathname;
      keepAnswer(response, (contentType, body) => {
        const document = documents.get(name) ?? readDocument(name, describe);
        documents.set(name, document);
        const [type = ''] = contentType.split(';', 1);
        const misfit = findMisfit(document, { method, path, status: response.statusCode, type, body });
        if (misfit !== undefined) misfits.add(`${method} ${path}: ${misfit}`);
      });
      app(request, response);
    };
  };
}

/** Hands on what was written, once the answer has ended. The edge gives headers to writeHead, which keeps none. */
function keepAnswer(response: ServerResponse, ended: (contentType: string, body: string) => void): void {
  const pieces: Buffer[] = [];
  const { writeHead, write, end } = response;
  let contentType: string | undefined;
  response.writeHead = (...given: unknown[]) => {
    const headers = (given.at(-1) ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof headers['content-type'] === 'string') contentType = headers['content-type'];
    return Reflect.apply(writeHead, response, given) as ServerResponse;
  };
  const keep = (piece: unknown, encoding: unknown) => {
    if (typeof piece === 'string') pieces.push(Buffer.from(piece, encoding === 'latin1' ? 'latin1' : 'utf8'));
    else if (piece instanceof Uint8Array) pieces.push(Buffer.from(piece));
  };
  response.write = (...given: unknown[]) => {
    keep(given[0], given[1]);
    return Reflect.apply(write, response, given) as boolean;
  };
  response.end = (...given: unknown[]) => {
    keep(given[0], given[1]);
    ended(contentType ?? String(response.getHeader('content-type') ?? ''), String(Buffer.concat(pieces)));
    return Reflect.apply(end, response, given) as ServerResponse;
  };
}

/** What the document does not say of an answer; undefined for one that fits, and for a path that it does not have. */
function findMisfit(document: Held, observed: Observed): string | undefined {
  const { method, path, status } = observed;
  const operations = Object.entries(document.paths).find(([template]) => matches(template, path))?.[1];
  if (operations === undefined || isApart(observed)) return undefined;
  const operation = operations[method === 'POST' ? 'post' : 'get'] ?? Object.values(operations)[0];
  const answer = findAnswer(document, operation?.responses ?? {}, status);
  if (answer === undefined) return `the status ${status} is not in the document`;
  return judgeBody(answer.content?.[observed.type]?.schema, document, observed);
}

function judgeBody(
  schema: object | undefined,
  { compile }: Held,
  { status, type, body }: Observed,
): string | undefined {
  if (schema === undefined) return `${type} is not in the document at ${status}`;
  if (type !== 'application/json') return undefined;
  const validate = compile(schema);
  if (validate(JSON.parse(body))) return undefined;
  return `${status} ${JSON.stringify(validate.errors)}: ${body.slice(0, 300)}`;
}

/** A redirect, a preflight and a head have nothing to describe, and a browser gets a page where a program gets a 405. */
function isApart({ method, status, type, body }: Observed): boolean {
  const leadsAway = (status >= 300 && status < 400) || (status === 405 && type === 'text/html');
  return leadsAway || method === 'OPTIONS' || body === '';
}

/** The answer with this status, its reference followed. What no operation lists is in the range 4XX. */
function findAnswer({ components }: Held, responses: Answers, status: number): Answer | undefined {
  const given = responses[status] ?? (status < 400 ? undefined : responses['4XX']);
  if (given === undefined) return undefined;
  const { $ref = '' } = given as { readonly $ref?: string };
  return components.responses[$ref.split('/').at(-1) ?? ''] ?? given;
}

function matches(template: string, path: string): boolean {
  const parts = template.split('/');
  const given = path.split('/');
  return (
    parts.length === given.length &&
    parts.every((part, at) => (part.startsWith('{') ? isSegment(given[at] ?? '') : part === given[at]))
  );
}

/** A text that Express takes for a part of a path that a name stands for. */
function isSegment(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}
