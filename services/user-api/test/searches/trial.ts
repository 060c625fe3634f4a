import { request } from '@latchkey/testing';
import { startMs } from '../setup/signer.ts';
import type { AnyRow } from './cases.ts';
import { findPage, findRows, type Given, type Start } from './model.ts';
import { callers, openToken, secret, type SearchCaller } from './people.ts';
import type { SearchCase, SearchPlace } from './search-case.ts';

/** What a search answers in data. */
interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly total_count: number;
  readonly next_cursor: string | null;
}

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly field?: string; readonly data: Page };
}

/** Which of the values of an input are tried at a search. */
export type Choose = <Value>(values: readonly Value[]) => readonly Value[];

/** One search in one place, with all rows that are there. */
export type Trial = Awaited<ReturnType<typeof openTrial>>;

export async function openTrial(search: SearchCase<AnyRow>, place: SearchPlace) {
  await search.prepare?.(place);
  const background = search.background ?? [];
  const model = { search, rows: [...background] };
  const idsOf = (rows: readonly AnyRow[]) => rows.map((row) => search.idOfRow(row));
  const { app } = place.service;
  const tokens = new Map<string, string>();
  let count = 0;

  /** Scattered, so that the order of ids is not the order of arrival. */
  const nextId = () =>
    `${String(((count += 1) * 37) % 997).padStart(8, '0')}-0000-4000-8000-${String(count).padStart(12, '0')}`;

  /** Signed once for each moment of the clock, since signing costs more than the rest of a request. */
  function tokenOf(caller: SearchCaller): string {
    const key = `${caller.name} ${place.service.clock.now()}`;
    const token = tokens.get(key) ?? openToken(place, caller);
    tokens.set(key, token);
    return token;
  }

  async function send(caller: SearchCaller, given: Given = {}, path = search.path): Promise<Answer> {
    const sendOnce = () =>
      request(app)
        .post(path)
        .send({ token: tokenOf(caller), ...given });
    let answer = await sendOnce();
    // Beside other work PostgreSQL may not answer in time; a 503 changes nothing.
    for (let again = 0; again < 5 && answer.status === 503; again += 1) answer = await sendOnce();
    expect(answer.text).not.toContain(secret);
    return answer;
  }

  /** The data of an answer that must be good. */
  async function find(caller: SearchCaller, given: Given = {}): Promise<Page> {
    const { status, body } = await send(caller, given);
    expect({ status, code: body.code }).toEqual({ status: 200, code: undefined });
    return body.data;
  }

  async function remove(row: AnyRow): Promise<void> {
    await search.remove(place, row);
    model.rows.splice(model.rows.indexOf(row), 1);
  }

  return {
    search,
    place,
    app,
    tokenOf,
    send,
    find,
    /** Whom every test uses that is not about callers. */
    usual: search.usual ?? (search.access === 'operator' ? callers.operator : callers.ada),
    /** Puts a row of this caller, some milliseconds after the start of the clock. */
    async put(of: SearchCaller, { ms = 0, sample = {}, id = nextId() } = {}): Promise<AnyRow> {
      const row = search.makeRow(of, { id, createdAt: new Date(startMs + ms) }, sample);
      await search.put(place, row);
      model.rows.push(row);
      return row;
    },
    remove,
    /** Removes every row that was put. */
    async clear(): Promise<void> {
      for (const row of model.rows.filter((one) => !background.includes(one))) await remove(row);
    },
    /** The code and field of an answer that must be a failure. */
    async fail(caller: SearchCaller, given: Given): Promise<unknown[]> {
      const { status, body } = await send(caller, given);
      return [status, body.code, body.field];
    },
    idsOf: ({ items }: Page) => items.map((item) => search.idOfItem(item)),
    rows: (caller: SearchCaller, given: Given = {}) => findRows(model, caller, given),
    ids: (caller: SearchCaller, given: Given = {}) => idsOf(findRows(model, caller, given)),
    /**
     * Finds a page that starts at `start`, where `position` is what says so in the request, and holds it to the model.
     * Answers the start of the page after it, which a cursor stands for; undefined where there is none.
     */
    async prove(
      caller: SearchCaller,
      { start, limit, ...given }: Given & { readonly start: Start; readonly limit: number },
    ): Promise<{ cursor: string; start: Start } | undefined> {
      const { items, ...figures } = await find(caller, { limit, ...given });
      const wanted = findPage(model, caller, { given, start, limit });
      expect(items.map((item) => search.idOfItem(item))).toEqual(idsOf(wanted.rows));
      expect(figures).toEqual(wanted.figures);
      const after = wanted.rows.at(-1);
      if (figures.next_cursor === null || after === undefined) return undefined;
      return { cursor: figures.next_cursor, start: { after } };
    },
  };
}
