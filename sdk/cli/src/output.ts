import { countColumns, fitColumns } from './columns.ts';
import { toCsv, type CsvField } from './csv.ts';
import type { Globals } from './options.ts';
import type { Shell } from './shell.ts';
import { wrap } from './wrap.ts';

/** An id that commands also take by its beginning: a terminal shows as much of it as no other one in the list begins with. */
interface Id {
  readonly id: string;
}
export type Cell = string | number | boolean | readonly string[] | Id | null | undefined;
/** Titles of columns and what stands there for an item. The first is never cut. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => Cell>>;

/** Titles of fields, and what an item has there. */
export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => CsvField>>;

/** How a command shows what it has. With --json the data itself is printed, one value on a line. */
export interface Output {
  /**
   * Items as a table that fits the terminal; without a terminal, with tabs between the cells and no titles. What it
   * answers shows some items, each time below those from before. With --quiet only the `key` of each is printed, where
   * there is one.
   */
  startList<Item>(columns: Columns<Item>, key?: (item: Item) => string): (items: readonly Item[]) => void;
  /** Items as CSV, whose first record has the titles. What it answers writes some items. */
  startCsv<Item>(columns: CsvColumns<Item>): (items: readonly Item[]) => void;
  /** One thing as names and values; `data` is what --json prints. */
  record(data: object, fields: Readonly<Record<string, Cell>>): void;
  line(text: string): void;
  /** A sentence about what happened; it goes to the standard error, and --quiet leaves it out. */
  say(sentence: string): void;
}

export function createOutput(
  { stdout, stderr, env }: Pick<Shell, 'stdout' | 'stderr' | 'env'>,
  { json, quiet }: Pick<Globals, 'json' | 'quiet'>,
): Output {
  const isTerminal = stdout.isTTY === true;
  const hasColour = isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const title = (text: string) => (hasColour ? `\u001B[1m${text}\u001B[22m` : text);
  const line = (text: string) => void stdout.write(`${text}\n`);
  const printJson = (value: unknown) => line(toJson(value, isTerminal));

  function startList<Item>(columns: Columns<Item>, key?: (item: Item) => string) {
    const getters = Object.values(columns);
    const titles = Object.keys(columns).map((name) => name.toUpperCase());
    let widths: readonly number[] = [];
    return (items: readonly Item[]) => {
      if (json) return items.forEach(printJson);
      if (quiet && key !== undefined) return items.forEach((item) => line(clean(key(item))));
      const cells = items.map((item) => getters.map((get) => get(item)));
      const rows = (isTerminal ? shortenIds(cells) : cells).map((row) => row.map(showCell));
      if (!isTerminal) return rows.forEach((row) => line(row.join('\t')));
      if (rows.length === 0) return;
      const isFirst = widths.length === 0;
      widths = fit([titles, ...rows], widths, stdout.columns ?? 80);
      if (isFirst) line(title(layOut(titles, widths)));
      for (const row of rows) line(layOut(row, widths));
    };
  }

  function startCsv<Item>(columns: CsvColumns<Item>) {
    const write = (fields: readonly CsvField[]) =>
      void stdout.write(toCsv(isTerminal ? fields.map((field) => clean(String(field ?? ''))) : fields));
    write(Object.keys(columns));
    return (items: readonly Item[]) => {
      for (const item of items) write(Object.values(columns).map((get) => get(item)));
    };
  }

  return {
    line,
    startList,
    startCsv,
    record(data, fields) {
      if (json) return printJson(data);
      const names = Object.keys(fields);
      const longest = Math.max(...names.map((name) => name.length));
      for (const name of names) {
        const value = showCell(fields[name]);
        line(isTerminal ? `${title(name.padEnd(longest))}  ${value}` : `${name}\t${value}`);
      }
    },
    say(sentence) {
      if (!quiet) stderr.write(`${fitLines(stderr, clean(sentence))}\n`);
    },
  };
}

/** A sentence in lines that break between words where a terminal shows it. */
export function fitLines({ isTTY, columns = 80 }: Shell['stderr'], sentence: string): string {
  return isTTY === true ? wrap(sentence, columns) : sentence;
}

/** One line of JSON; for a terminal without a character that commands it, which JSON itself escapes only in part. */
export function toJson(value: unknown, isTerminal: boolean): string {
  const json = JSON.stringify(value);
  if (!isTerminal) return json;
  return json.replace(/[\p{Cc}\p{Cf}]/gu, (sign) =>
    sign
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** An instant of a service in the person's own time, to the minute. */
export function showTime(instant: string | null | undefined): string {
  if (instant === null || instant === undefined) return '';
  const date = new Date(instant);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** What others have written must not command the terminal: neither control characters nor changes of direction. */
export function clean(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\u{FFFD}');
}

function showCell(cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell !== 'object') return clean(String(cell));
  return clean('id' in cell ? cell.id : cell.join(' ') || '-');
}

const shortestId = 8;

/** The ids of each column, cut to the length at which no two of them are the same. */
function shortenIds(rows: readonly (readonly Cell[])[]): Cell[][] {
  const lengths = (rows[0] ?? []).map((_, at) => {
    const ids = [...new Set(rows.flatMap((row) => (isId(row[at]) ? [row[at].id] : [])))];
    let length = shortestId;
    while (new Set(ids.map((id) => id.slice(0, length))).size < ids.length) length += 1;
    return length;
  });
  return rows.map((row) => row.map((cell, at) => (isId(cell) ? cell.id.slice(0, lengths[at]) : cell)));
}

const isId = (cell: Cell): cell is Id => typeof cell === 'object' && cell !== null && 'id' in cell;

const gap = '  ';
const leastWidth = 6;
const dayLength = '2026-01-01'.length;

/**
 * The width of each column, never less than on the page before. The column that reaches the edge is cut. Columns that
 * have no room at all have the width 0 and are left out. The first column is always whole.
 */
function fit(
  rows: readonly (readonly string[])[],
  before: readonly number[],
  total: number,
): readonly number[] {
  let room = total;
  return (rows[0] ?? []).map((_, at) => {
    const width = Math.max(before[at] ?? 0, ...rows.map((row) => countColumns(row[at] ?? '')));
    const fitting = at === 0 ? width : Math.min(width, room - gap.length);
    if (fitting < Math.min(width, leastWidth)) return 0;
    room -= at === 0 ? fitting : gap.length + fitting;
    return fitting;
  });
}

function layOut(row: readonly string[], widths: readonly number[]): string {
  const cells = row.flatMap((cell, at) => {
    const width = widths[at] ?? 0;
    if (width === 0) return [];
    // Of a time that has no room the day is whole.
    const isCutTime = /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(cell) && width >= dayLength && width < cell.length;
    return [fitColumns(isCutTime ? cell.slice(0, dayLength) : cell, width)];
  });
  return cells.join(gap).trimEnd();
}
