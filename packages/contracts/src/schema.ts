import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { JsonText } from './json-text.ts';

/** The value a JSON Schema literal describes. Through a conditional type, or the compiler takes a minute. */
type Infer<Schema> = Schema extends JSONSchema ? FromSchema<Schema> : never;

/** As much of JSON Schema as the code here looks into; ajv knows the rest. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly minLength?: number;
  /** A keyword of Latchkey: the machine code of a value that does not fit, instead of invalid_value. */
  readonly errorCode?: string;
  /** A keyword of Latchkey: what a `pattern` allows, in words that follow `must be`. */
  readonly allowed?: string;
  /** A keyword of Latchkey: the form of Unicode that a text is read in, so that one text has one spelling. */
  readonly form?: 'NFC';
  /** A keyword of Latchkey: the documents say the fields of a group once, under this name. */
  readonly group?: string;
  readonly [keyword: string]: unknown;
}

/** The fields of an input or output; `type: 'object'` goes without saying. */
export interface FieldsSchema extends SchemaNode {
  readonly properties: Readonly<Record<string, SchemaNode>>;
}

/** The object that a {@link FieldsSchema} literal describes, without keys that it does not name. */
export type InferFields<Fields extends FieldsSchema> = Infer<{
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly properties: Fields['properties'];
  readonly required: Fields extends { readonly required: infer Names } ? Names : readonly [];
}>;

/**
 * The same object as its sender writes it: an optional field may also be undefined, which is not sent, and an object of any
 * members may be JSON text.
 */
export type SentFields<Fields extends FieldsSchema> = AllowUndefined<InferFields<Fields>>;

type AllowUndefined<Value> = Value extends readonly (infer Item)[]
  ? readonly AllowUndefined<Item>[]
  : Value extends object
    ? string extends keyof Value
      ? Value | JsonText
      : {
          [Name in keyof Value]:
            AllowUndefined<Value[Name]> | (object extends Pick<Value, Name> ? undefined : never);
        }
    : Value;

/** A POST that one service answers to another: what is sent, and what the sender needs of the answer. */
export interface Contract {
  readonly path: `/${string}`;
  readonly input: FieldsSchema;
  readonly output: FieldsSchema;
  /** How long the sender waits; 2 s unless given. */
  readonly limitMs?: number;
}

/**
 * The limit of a call that hashes a password, since many who sign in at once wait for each other: as long as a person
 * waits for a page. Source: contract part 0 "Service-to-service calls".
 */
export const hashing = { limitMs: 10_000 } as const;

export const text = { type: 'string' } as const;
export const texts = { type: 'array', items: text } as const;
/** An id, a token or another text that is worth nothing when it is empty. */
export const filled = { type: 'string', minLength: 1 } as const;
/** RFC 3339, as Date.toISOString writes it. */
export const time = { type: 'string', format: 'date-time' } as const;
export const timeOrNull = { type: ['string', 'null'], format: 'date-time' } as const;
export const seconds = { type: 'integer', description: 'Seconds since the epoch' } as const;
export const count = { type: 'integer', minimum: 0 } as const;

/** Fields that many routes read together. The documents say them once, under `group`. */
export function groupFields<const Fields extends Readonly<Record<string, SchemaNode>>>(
  group: string,
  fields: Fields,
): Fields {
  const grouped = Object.entries(fields).map(([name, node]) => [name, { ...node, group }] as const);
  return Object.fromEntries(grouped) as Fields;
}
