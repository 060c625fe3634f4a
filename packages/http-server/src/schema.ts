import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

/** The value a JSON Schema literal describes. Through a conditional type, or the compiler takes a minute. */
type Infer<Schema> = Schema extends JSONSchema ? FromSchema<Schema> : never;

/** As much of JSON Schema as the code here looks into; ajv knows the rest. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly minLength?: number;
  /** Ours: the machine code of a value that does not fit, instead of invalid_value. */
  readonly errorCode?: string;
  readonly [keyword: string]: unknown;
}

/** The fields of a route's input or output; `type: 'object'` goes without saying. */
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

/** What a handler may answer for an output schema: an optional field may also be undefined, which is not sent. */
export type OutputOf<Fields extends FieldsSchema> = AllowUndefined<InferFields<Fields>>;

type AllowUndefined<Value> = Value extends readonly (infer Item)[]
  ? readonly AllowUndefined<Item>[]
  : Value extends object
    ? {
        [Name in keyof Value]:
          AllowUndefined<Value[Name]> | (object extends Pick<Value, Name> ? undefined : never);
      }
    : Value;

export function hasType(node: SchemaNode, type: string): boolean {
  return node.type === type || (Array.isArray(node.type) && node.type.includes(type));
}
