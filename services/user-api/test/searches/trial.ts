import request from 'supertest';
import { startMs } from '../setup/signer.ts';
import type { AnyRow } from './cases.ts';
import { openToken, secret, type SearchCaller } from './people.ts';
import type { SearchCase, SearchPlace } from './search-case.ts';

type Item = Readonly<Record<string, unknown>>;

/** What a search answers in data. */
export interface Page {
  readonly items: readonly Item[];
  readonly total_count: number;
  readonly next_cursor: string | null;
  readonly [figure: string]: unknown;
}

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly field?: string; readonly data: Page };
}

type Given = Readonly<Record<string, unknown>>;

/** One search in one place, and all rows that are there. */
export type Trial = Awaited<ReturnType<typeof openTrial>>;

export async function openTrial(search: SearchCase<AnyRow>, place: SearchPlace) {
  await search.prepare?.(place);
  let rows: AnyRow[] = [...(search.background ?? [])];
  let count = 0;

  /** Scattered, so that the order of ids is not the order of arrival. */
  const nextId = () =>
    `${String(((count += 1) * 37) % 997).padStart(8, '0')}-0000-4000-8000-${String(count).padStart(12, '0')}`;

  async function send(caller: SearchCaller, given: Given = {}, path = search.path): Promise<Answer> {
    const answer = await request(place.service.app)
      .post(path)
      .send({ token: openToken(place, caller), ...given });
    expect(answer.text).not.toContain(secret);
    return answer;
  }

  return {
    search,
    place,
    send,
    /** Puts a row of this caller, some milliseconds after the start of the clock. */
    async put(of: SearchCaller, { ms = 0, sample = {}, id = nextId() } = {}): Promise<AnyRow> {
      const row = search.makeRow(of, { id, createdAt: new Date(startMs + ms) }, sample);
      await search.put(place, row);
      rows.push(row);
      return row;
    },
    async remove(row: AnyRow): Promise<void> {
      await search.remove(place, row);
      rows = rows.filter((other) => other !== row);
    },
    /** The data of an answer that must be good. */
    async find(caller: SearchCaller, given: Given = {}): Promise<Page> {
      const { status, body } = await send(caller, given);
      expect({ status, code: body.code }).toEqual({ status: 200, code: undefined });
      return body.data;
    },
    /** The code and field of an answer that must be a failure. */
    async fail(caller: SearchCaller, given: Given): Promise<unknown[]> {
      const { status, body } = await send(caller, given);
      return [status, body.code, body.field];
    },
    idsOf: ({ items }: Page) => items.map((item) => search.idOfItem(item)),
    /** The naive model: what the caller may see and the filters find, newest first. */
    model: (caller: SearchCaller, given: Given = {}): AnyRow[] =>
      rows
        .filter((row) => search.sees(caller, row) && fits(search, row, given))
        .sort((left, right) => (placeOf(search, left) > placeOf(search, right) ? -1 : 1)),
    /** Ids of {@link Trial.model}. */
    ids(caller: SearchCaller, given: Given = {}): string[] {
      return this.model(caller, given).map((row) => search.idOfRow(row));
    },
  };
}

function fits(search: SearchCase<AnyRow>, row: AnyRow, given: Given): boolean {
  return Object.entries(search.filters).every(([name, { absent, matches }]) => {
    const value = (given[name] ?? absent) as string | boolean | undefined;
    return value === undefined || matches(row, value);
  });
}

/** A text that sorts as the row does: not the way in which a store compares. */
export function placeOf(search: SearchCase<AnyRow>, row: AnyRow): string {
  return `${row.createdAt.toISOString()} ${search.idOfRow(row)}`;
}

/** The figures of a page that starts at `offset`. */
export function figuresOf(totalCount: number, offset: number, limit: number) {
  return {
    limit,
    total_count: totalCount,
    next_offset: offset + limit,
    page_number: Math.floor(offset / limit) + 1,
    page_total: Math.ceil(totalCount / limit),
    next_cursor: offset + limit < totalCount ? expect.any(String) : null,
  };
}
