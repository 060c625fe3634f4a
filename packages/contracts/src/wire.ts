import type { InferOutput, SchemaNode } from './schema.ts';

/** The fields of a record by their names on the wire, each with its schema. */
export type WireFields = Readonly<Record<string, SchemaNode>>;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type Unchanging<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;
type Values<Fields extends WireFields> = InferOutput<{ readonly properties: Fields }>;

/** What the fields hold, named as in code: `grant_types` is grantTypes. */
export type RecordOf<Fields extends WireFields> = Named<Values<Fields>>;
type Named<Wire> = { readonly [Name in keyof Wire & string as Camel<Name>]: Unchanging<Wire[Name]> };

/** Names are looked up for each row of a list; they are those of schemas, so they are few. */
const spelled = new Map<string, string>();

/** The name in code of a name on the wire, which is a name of a schema. */
export function camel<Name extends string>(name: Name): Camel<Name> {
  const known = spelled.get(name) ?? name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  spelled.set(name, known);
  return known as Camel<Name>;
}

/** The names of the fields in code. */
export function namesOf<Fields extends WireFields>(fields: Fields): (keyof RecordOf<Fields> & string)[] {
  return Object.keys(fields).map(camel) as (keyof RecordOf<Fields> & string)[];
}

/** The fields out of what was received, named as in code; one that was not sent is undefined. */
export function readFields<
  Fields extends WireFields,
  Wire extends { readonly [Name in keyof Fields]?: unknown },
>(fields: Fields, wire: Wire): Named<Pick<Wire, keyof Fields & keyof Wire>> {
  const entries = Object.keys(fields).map((name) => [camel(name), wire[name]]);
  return Object.fromEntries(entries) as Named<Pick<Wire, keyof Fields & keyof Wire>>;
}

/** The fields of a record as they are sent. */
export function writeFields<Fields extends WireFields>(
  fields: Fields,
  record: RecordOf<Fields>,
): { readonly [Name in keyof Values<Fields>]: Unchanging<Values<Fields>[Name]> } {
  const values: Readonly<Record<string, unknown>> = record;
  const entries = Object.keys(fields).map((name) => [name, values[camel(name)]]);
  return Object.fromEntries(entries) as ReturnType<typeof writeFields<Fields>>;
}

/** The fields of a record that are not undefined. */
export function givenFields<Fields extends WireFields>(
  fields: Fields,
  record: { readonly [Name in keyof RecordOf<Fields>]?: RecordOf<Fields>[Name] | undefined },
): Partial<RecordOf<Fields>> {
  const values: Readonly<Record<string, unknown>> = record;
  const given = namesOf(fields).filter((name) => values[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, values[name]])) as Partial<RecordOf<Fields>>;
}

const limits = ['maxItems', 'minItems', 'maxLength', 'minLength', 'maximum', 'minimum'];

/** The same fields in an answer, which are not held to the limits of a request. */
export function answered<Fields extends WireFields>(fields: Fields): Fields {
  const free = (node: SchemaNode): SchemaNode =>
    Object.fromEntries(
      Object.entries(node)
        .filter(([keyword]) => !limits.includes(keyword))
        .map(([keyword, value]) => [keyword, keyword === 'items' ? free(value as SchemaNode) : value]),
    );
  return Object.fromEntries(Object.entries(fields).map(([name, node]) => [name, free(node)])) as Fields;
}
