import { readFileSync } from 'node:fs';
import { fieldWords, listWords } from '../page/console/field-words.ts';
import { wordsOf } from '../page/console/words.ts';
import type { Act, Column, Field, List } from './declare.ts';
import { findList, lists } from './lists.ts';

/** What the console declares is what the API documents of its siblings say. */

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post: { readonly requestBody: Schema; readonly responses: Readonly<Record<string, Schema>> };
      }
    >
  >;
}

const folder = new URL('../../../../../docs/openapi/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Document;
const documents = { 'user-api': read('user-api'), drop: read('drop') };
type Service = keyof typeof documents;

/** The properties of a schema, wherever they stand. */
function propertiesOf(at: Service, schema: Schema | undefined): Readonly<Record<string, Schema>> {
  if (schema === undefined) return {};
  const { $ref, allOf = [], content, properties = {} } = schema;
  if ($ref !== undefined) {
    const found = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], documents[at]);
    return propertiesOf(at, found as Schema);
  }
  if (content !== undefined) return propertiesOf(at, content['application/json']?.schema);
  return Object.assign({}, properties, ...allOf.map((one) => propertiesOf(at, one))) as Record<
    string,
    Schema
  >;
}

function routeOf(at: Service, path: string) {
  const route = documents[at].paths[path]?.post;
  if (route === undefined) throw new Error(`${at} has no ${path}`);
  const answer = propertiesOf(at, propertiesOf(at, route.responses['200'])['data']);
  const { items } = answer;
  return {
    input: propertiesOf(at, route.requestBody),
    output: items === undefined ? answer : propertiesOf(at, items.items),
  };
}

const rootOf = (name: string) => name.split('.')[0] ?? name;
const missing = (names: readonly string[], known: object) => names.filter((name) => !(rootOf(name) in known));
const labels = (all: readonly (Column | Field)[]) => all.map(({ name, label = name }) => label);
const valuesOf = (columns: readonly Column[]) =>
  columns.flatMap(({ name, rather = name, leadsTo }) => [name, rather, ...(leadsTo ? [leadsTo.id] : [])]);

/** What is wrong with an act that is about a record with these values. */
function faultsOf({ path, at = 'user-api', name, keys = {}, fields = [], ...act }: Act, about: object) {
  const { input, output } = routeOf(at, path);
  const takesCode = 'auth.code' in input;
  return [
    ...missing([...Object.keys(keys), ...fields.map((field) => field.name)], input),
    ...missing(Object.values(keys), about),
    ...missing(act.once === undefined ? [] : [act.once], output),
    ...missing(labels(fields), fieldWords),
    ...(act.isFresh === true && !takesCode ? [`${name} takes no code`] : []),
    // Only a route of operators asks every caller for a code.
    ...(act.isFresh === true && !act.needsPower && !path.startsWith('/admin/')
      ? [`${name} needs power`]
      : []),
    ...(wordsOf(name).does.length > 0 ? [] : [`${name} says nothing`]),
  ];
}

const optionsOf = ({ name, options = [] }: Field, input: Readonly<Record<string, Schema>>) => {
  const { enum: known } = input[name] ?? {};
  return known === undefined ? [] : options.filter((option) => !known.includes(option));
};

describe.each(lists.map((list) => [list.name, list] as const))('the list %s', (_name, list: List) => {
  const { search, at = 'user-api', filters, needs = [], columns, title, id, thing, marked, acts } = list;
  const { input, output } = routeOf(at, search);

  test('asks for filters that its search has, and shows what it finds', () => {
    expect(missing([...filters.map(({ name }) => name), ...needs], input)).toEqual([]);
    expect(filters.flatMap((filter) => optionsOf(filter, input))).toEqual([]);
    expect(missing([...valuesOf(columns), title, id], output)).toEqual([]);
    expect(missing([...labels(columns), ...labels(filters)], fieldWords)).toEqual([]);
    expect(list.name in listWords).toBe(true);
  });

  test('does acts that the API has, and those on marked rows ask for no code', () => {
    // What a list is needed for is a fact of each of its rows.
    const row = { ...output, ...Object.fromEntries(needs.map((name) => [name, ''])) };
    expect([
      ...marked.flatMap((act) => faultsOf(act, row)),
      ...acts.flatMap((act) => faultsOf(act, {})),
    ]).toEqual([]);
    expect(
      marked.filter((act) => act.isFresh || 'auth.code' in routeOf(act.at ?? 'user-api', act.path).input),
    ).toEqual([]);
  });

  test('leads to lists and things that there are', () => {
    const facts = thing?.facts ?? [];
    const led = [...columns, ...facts].flatMap(({ leadsTo }) => (leadsTo ? [leadsTo.list] : []));
    expect(led.filter((name) => findList(name)?.thing === undefined)).toEqual([]);
    const related = (thing?.related ?? []).flatMap(({ list: name, filters: narrowed }) => {
      const other = findList(name);
      const known = Object.fromEntries(
        [...(other?.filters.map((one) => one.name) ?? []), ...(other?.needs ?? [])].map((one) => [one, one]),
      );
      return missing(Object.keys(narrowed), known).map((filter) => `${name} ${filter}`);
    });
    expect(related).toEqual([]);
  });

  test('shows a thing as its view has it', () => {
    if (thing === undefined) return;
    const view = routeOf(at, thing.view);
    expect(missing([thing.key], view.input)).toEqual([]);
    const values = [
      ...valuesOf(thing.facts),
      thing.title,
      ...thing.related.flatMap((one) => Object.values(one.filters)),
    ];
    expect(missing(values, { ...view.output, id: '' })).toEqual([]);
    expect(missing(labels(thing.facts), fieldWords)).toEqual([]);
    // A form says of its thing only what the address does.
    expect(thing.acts.flatMap((act) => faultsOf(act, { id: '' }))).toEqual([]);
    expect(
      missing(
        thing.acts.flatMap(({ fits = {} }) => Object.keys(fits)),
        view.output,
      ),
    ).toEqual([]);
  });
});
