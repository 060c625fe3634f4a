import type { SiblingName } from '../../sibling/operator.ts';

/** A record of a sibling's answer; the console looks into it by the names that are declared. */
export type Item = Readonly<Record<string, unknown>>;

type Path = `/${string}`;

/**
 * A value of a record, by its name; a dot leads into a record within. Its label is `fields[label ?? name]` of the words.
 */
export interface Column {
  readonly name: string;
  readonly label?: string;
  /**
   * moment: how long ago an instant was. instant: the same to the second. periods: from when until when each one of a list is
   * good. agent: a program, from a User-Agent header. Otherwise the text as it is.
   */
  readonly as?: 'moment' | 'instant' | 'periods' | 'agent';
  /** A value that is shown in place of this one, where there is one. */
  readonly rather?: string;
  /** Leads to a thing of that list, by the id in that value of the record. */
  readonly leadsTo?: { readonly list: string; readonly id: string };
}

/** A field of a form. Its label is `fields[label ?? name]`; one with options takes one of them. */
export interface Field {
  readonly name: string;
  readonly label?: string;
  readonly options?: readonly string[];
  /** A box that is checked for true. */
  readonly isFlag?: true;
  readonly isDay?: true;
  /** Words with blanks between them, which are sent as a list. */
  readonly isList?: true;
  /** May be left empty; filters always may. */
  readonly isOptional?: true;
}

/** An act. Its words are `acts[words]`: its name, what it does and ends, and what is said when it is done. */
export interface Act {
  /** The value of its button, and its name in the words. */
  readonly name: string;
  readonly path: Path;
  readonly at?: SiblingName;
  /** The fields that say what it is about, each with the value of the record that it takes. */
  readonly keys?: Readonly<Record<string, string>>;
  readonly fields?: readonly Field[];
  /** The route asks for a fresh code, always: the act may be sent without power. */
  readonly isFresh?: true;
  /** The route does not ask for that code in every case, and so the act never goes without power. */
  readonly needsPower?: true;
  /** What the answer shows once. */
  readonly once?: string;
  /** It ends or takes something away. */
  readonly isEnding?: true;
  /** Values of a thing, each with those for which the act can be done; for others it is not shown. */
  readonly fits?: Readonly<Record<string, readonly string[]>>;
}

/** Another list, narrowed to what belongs to a thing: each filter with the value of the record that it takes. */
interface Related {
  readonly list: string;
  readonly filters: Readonly<Record<string, string>>;
}

/** A thing of a list. Its id is in the address. */
interface Thing {
  /** The route that shows it, or a search that finds only it. */
  readonly view: Path;
  /** The field of `view` that the id is. */
  readonly key: string;
  readonly title: string;
  readonly facts: readonly Column[];
  readonly related: readonly Related[];
  readonly acts: readonly Act[];
}

/** A list at /console/{name}. Its words are `lists[name]`. */
export interface List {
  readonly name: string;
  /** The search behind it. */
  readonly search: Path;
  readonly at?: SiblingName;
  readonly filters: readonly Field[];
  /** Filters that it cannot be shown without: other pages lead to it with them. */
  readonly needs?: readonly string[];
  readonly columns: readonly Column[];
  /** The value that names a row; its first column leads to the thing, where there is one, by `id`. */
  readonly title: string;
  readonly id: string;
  readonly thing?: Thing;
  /** Acts on marked rows: none needs a code. Their keys take values of the row. */
  readonly marked: readonly Act[];
  /** Acts of the list as a whole, such as making one. */
  readonly acts: readonly Act[];
  /** What writes the same rows: a command of `latchkey`, and its options by the filters that they are. */
  readonly command?: { readonly name: string; readonly options: Readonly<Record<string, string>> };
  /** Left out of the menu, which then shows this list as the place. */
  readonly under?: string;
}

/** The value of a record at a name with dots; undefined where there is none. */
export function valueOf(item: Item, name: string): unknown {
  return name.split('.').reduce<unknown>((at, part) => (isItem(at) ? at[part] : undefined), item);
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null;
}

/** The same as a text: empty for what is none. */
export function textOf(item: Item, name: string): string {
  const value = valueOf(item, name);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** Whether an act can be done to a thing as it is. */
export function fitsItem({ fits = {} }: Act, item: Item): boolean {
  return Object.entries(fits).every(([name, values]) => values.includes(textOf(item, name)));
}

/** The fields by which an act names a record. */
export function keysOf({ keys = {} }: Act, item: Item): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(keys).map(([field, name]) => [field, textOf(item, name)]));
}
