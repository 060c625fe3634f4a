import { randomBytes } from 'node:crypto';
import { createCursorSealer, type CursorSealer } from '@latchkey/pagination';
import { cursorKey } from '../setup/create-test-service.ts';
import { startMs } from '../setup/signer.ts';
import { cases, type AnyRow } from './cases.ts';
import { callers, callersOf, type SearchCaller } from './people.ts';
import type { Choose, Trial } from './trial.ts';

const refused = [400, 'invalid_cursor', 'cursor'];

/** Pages and cursors. Source: requirement 2 "Pagination behaviour", contract part 0 "Pagination". */
export function proveWalks(trialOf: () => Trial, choose: Choose): void {
  const usual = () => trialOf().usual;
  const sample = () => trialOf().search.samples[0] ?? {};
  let rows: AnyRow[];
  beforeAll(async () => {
    rows = [];
    // Seven to a millisecond.
    for (let at = 0; at < 25; at += 1)
      rows.push(await trialOf().put(usual(), { ms: Math.floor(at / 7), sample: sample() }));
  });

  test.each(choose([5, 7, 24, 26]))('200 page by page with limit %d, each row once', async (limit) => {
    const { prove, ids } = trialOf();
    let next: Awaited<ReturnType<Trial['prove']>>;
    let offset = 0;
    do {
      await prove(usual(), { start: { offset }, limit, offset });
      await prove(usual(), { start: { offset }, limit, page_number: offset / limit + 1 });
      const { start, cursor } = next ?? { start: { offset: 0 }, cursor: undefined };
      next = await prove(usual(), { start, limit, cursor });
      offset += limit;
    } while (next !== undefined);
    expect(offset).toBe(Math.ceil(ids(usual()).length / limit) * limit);
  });

  test('200 with another limit from page to page, and from an offset that is no multiple', async () => {
    const { prove } = trialOf();
    const second = await prove(usual(), { start: { offset: 3 }, limit: 5, offset: 3 });
    expect(await prove(usual(), { limit: 2, start: { offset: 8 }, cursor: second?.cursor })).toBeDefined();
  });

  test('200 after rows came and went between two pages: none is left out or met twice', async () => {
    const { prove, put, remove, rows: model } = trialOf();
    const shown = model(usual()).slice(0, 10);
    const next = await prove(usual(), { start: { offset: 0 }, limit: 10 });
    const last = shown.at(-1);
    const ms = (last?.createdAt.getTime() ?? 0) - startMs;
    for (const at of [100, 100, -1]) await put(usual(), { ms: at, sample: sample() });
    // Before and behind the last row, in its millisecond.
    for (const id of ['ffffffff-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000001'])
      await put(usual(), { ms, sample: sample(), id });
    for (const row of rows.filter((one) => one === last || shown.indexOf(one) === 4)) await remove(row);
    for (let page = next; page !== undefined;)
      page = await prove(usual(), { start: page.start, limit: 4, cursor: page.cursor });
  });

  async function cursorOf(caller: SearchCaller, given: object = {}): Promise<string> {
    const { next_cursor: cursor } = await trialOf().find(caller, { limit: 1, ...given });
    if (cursor === null) throw new Error('The test needs two rows at least');
    return cursor;
  }

  test('400 with a cursor of another search', async () => {
    const cursor = await cursorOf(usual());
    // Each has a name of its own, as searches.test.ts shows: one other search is as good as all.
    const { path, access } = cases[(cases.indexOf(trialOf().search) + 1) % cases.length]!;
    const caller = access === 'operator' ? callers.operator : usual();
    const { status, body } = await trialOf().send(caller, { cursor }, path);
    expect([status, body.code, body.field]).toEqual(refused);
  });

  test('400 with a cursor of another filter set, either way, 200 beside blank filters', async () => {
    const { search, fail, find, ids, put } = trialOf();
    for (const [name, { good, isForOperators, absent }] of Object.entries(search.filters)) {
      const caller = isForOperators === true ? callers.operator : usual();
      while (ids(caller).length < 2) await put(caller);
      const plain = await cursorOf(caller);
      const values = good.filter((one) => String(one) !== String(absent));
      if (values.length === 0) continue;
      const given = { [name]: values.find((one) => ids(caller, { [name]: one }).length > 1) ?? values[0] };
      expect([given, ...(await fail(caller, { cursor: plain, ...given }))]).toEqual([given, ...refused]);
      await find(caller, { cursor: plain, [name]: '' });
      if (ids(caller, given).length < 2) continue;
      const cursor = await cursorOf(caller, given);
      expect([given, ...(await fail(caller, { cursor }))]).toEqual([given, ...refused]);
      await find(caller, { cursor, ...given });
    }
  });

  test('400 with a cursor of whoever sees other rows, an operator among them', async () => {
    const { search, fail, put, ids } = trialOf();
    if (search.access === 'operator') return;
    const admitted = callersOf(search);
    for (const caller of admitted) for (let at = 0; at < 2; at += 1) await put(caller);
    for (const [at, owner] of admitted.entries()) {
      if (ids(owner).length < 2) continue;
      const cursor = await cursorOf(owner);
      // The next one, and the operator.
      const next = [...admitted.slice(at + 1), ...admitted].find(
        (one) => String(ids(one)) !== String(ids(owner)),
      );
      for (const thief of new Set([next ?? callers.operator, callers.operator]))
        if (String(ids(thief)) !== String(ids(owner)))
          expect([thief.name, owner.name, ...(await fail(thief, { cursor }))]).toEqual([
            thief.name,
            owner.name,
            ...refused,
          ]);
    }
  });

  test('a cursor lives 24 h, and through one rotation of the key', async () => {
    const { place, fail, find } = trialOf();
    const { clock } = place.service;
    const context: { cursors: CursorSealer } = place.service.context;
    const cursor = await cursorOf(usual());
    const edited = `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(await fail(usual(), { cursor: edited })).toEqual(refused);
    clock.advance(24 * 3600 - 1);
    expect(await find(usual(), { cursor })).toMatchObject({ next_offset: 21 });
    const newKey = { kid: 'n', key: randomBytes(32) };
    const useKeys = (...keys: (typeof newKey)[]) => {
      context.cursors = createCursorSealer({ keys, now: clock.now, randomBytes });
    };
    useKeys(newKey);
    expect(await fail(usual(), { cursor })).toEqual(refused);
    useKeys(newKey, cursorKey);
    expect(await find(usual(), { cursor })).toMatchObject({ next_offset: 21 });
    clock.advance(1);
    expect(await fail(usual(), { cursor })).toEqual(refused);
  });
}
