import type { JsonText } from './json-text.ts';

/** As much of JSON Schema as the code here looks into; ajv knows the rest. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  /** A keyword of Latchkey, of outputs: the properties that may be missing. See {@link completeOutput}. */
  readonly optional?: readonly string[];
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

/** The object that the {@link FieldsSchema} literal of an input describes. */
export type InferFields<Fields extends FieldsSchema> = InferObject<Fields, 'input'>;

/** The object that the literal of an output describes, as {@link completeOutput} makes it. */
export type InferOutput<Fields extends FieldsSchema> = InferObject<Fields, 'output'>;

type Side = 'input' | 'output';

/**
 * The value that a JSON Schema literal describes; unknown for one of any type. Of our own, since json-schema-to-ts does not
 * finish compiling where `required` is computed.
 */
type Infer<Node, Of extends Side> = Node extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : Node extends { readonly type: infer Type }
    ? InferType<Node, Type extends readonly (infer One)[] ? One : Type, Of>
    : unknown;

interface Scalars {
  readonly string: string;
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
  readonly null: null;
}

type InferType<Node, Type, Of extends Side> = Type extends 'object'
  ? InferObject<Node, Of>
  : Type extends 'array'
    ? (Node extends { readonly items: infer Item } ? Infer<Item, Of> : unknown)[]
    : Type extends keyof Scalars
      ? Scalars[Type]
      : unknown;

type InferObject<Node, Of extends Side> = Node extends { readonly properties: infer Properties }
  ? {
      -readonly [Name in Extract<keyof Properties, RequiredOf<Node, Of>>]: Infer<Properties[Name], Of>;
    } & { -readonly [Name in Exclude<keyof Properties, RequiredOf<Node, Of>>]?: Infer<Properties[Name], Of> }
  : Record<
      string,
      Node extends { readonly additionalProperties: infer Member } ? Infer<Member, Of> : unknown
    >;

type RequiredOf<Node, Of extends Side> = Node extends { readonly required: readonly (infer Name)[] }
  ? Name
  : Of extends 'input'
    ? never
    : Node extends { readonly properties: infer Properties }
      ? Exclude<keyof Properties, OptionalOf<Node>>
      : never;

type OptionalOf<Node> = Node extends { readonly optional: readonly (infer Name)[] } ? Name : never;

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
            | AllowUndefined<Value[Name]>
            | (object extends Pick<Value, Name> ? undefined : never);
        }
    : Value;

/** The output as its sender writes it. */
export type SentOutput<Fields extends FieldsSchema> = AllowUndefined<InferOutput<Fields>>;

/** An output with `required` in every object: all properties but the `optional` ones, unless it has its own list. */
export function completeOutput({ optional = [], ...node }: SchemaNode): SchemaNode {
  const { properties, items } = node;
  if (items !== undefined) return { ...node, items: completeOutput(items) };
  if (properties === undefined) return node;
  const entries = Object.entries(properties).map(([name, child]) => [name, completeOutput(child)]);
  const required = node.required ?? Object.keys(properties).filter((name) => !optional.includes(name));
  return { ...node, ...(required.length > 0 && { required }), properties: Object.fromEntries(entries) };
}

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
