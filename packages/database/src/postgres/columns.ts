/** The column of a field: `rootId` is root_id. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** SQL: the columns of fields, `t.root_id, t.user_id`, or without an alias, as an insert lists them. */
export function columnList(fields: readonly string[], alias?: string): string {
  const before = alias === undefined ? '' : `${alias}.`;
  return fields.map((field) => before + columnOf(field)).join(', ');
}

/** SQL: the select list of fields, each column of `t` under the name of its field. */
export function selectList(
  fields: readonly string[],
  renamed: Readonly<Record<string, string>> = {},
): string {
  return fields.map((field) => `t.${renamed[field] ?? columnOf(field)} as "${field}"`).join(', ');
}

/** The fields of a model, as Prisma's client lists them in `Prisma.…ScalarFieldEnum`, without some. */
export function fieldsBut<Field extends string, Left extends Field>(
  fields: Readonly<Record<Field, Field>>,
  ...left: Left[]
): Exclude<Field, Left>[] {
  const without: readonly string[] = left;
  return (Object.keys(fields) as Exclude<Field, Left>[]).filter((field) => !without.includes(field));
}
