import { randomBytes } from 'node:crypto';
import { createCursorSealer } from '@latchkey/pagination';
import { cases, type AnyRow } from './cases.ts';
import { allCallers, callers, type SearchCaller } from './people.ts';
import { usualCaller } from './prove-inputs.ts';
import { figuresOf, placeOf, type Page, type Trial } from './trial.ts';

/** Pages and cursors. Source: requirement 2 "Pagination behaviour", contract part 0 "Pagination". */
export function proveWalks(trialOf: () => Trial): void {
  const usual = () => usualCaller(trialOf());
  const find = (given: object) => trialOf().find(usual(), { ...given });
  const rows: AnyRow[] = [];
  beforeAll(async () => {
    rows.length = 0;
    // Seven to a millisecond.
    for (let at = 0; at < 45; at += 1)
      rows.push(await trialOf().put(usual(), { ms: Math.floor(at / 7), sample: firstSample() }));
  });
  const firstSample = () => trialOf().search.samples[0] ?? {};

  test.each([1, 7, 20, 44, 45, 46])('200 page by page with limit %d, each row once', async (limit) => {
    const ids = trialOf().ids(usual());
    let cursor: string | null | undefined;
    for (let offset = 0; offset < ids.length; offset += limit) {
      const given = cursor === undefined ? { limit } : { limit, cursor };
      const byCursor = await find(given);
      const wanted = { ...figuresOf(ids.length, offset, limit), items: byCursor.items };
      expect(trialOf().idsOf(byCursor)).toEqual(ids.slice(offset, offset + limit));
      expect(byCursor).toEqual(wanted);
      for (const position of [{ offset }, { page_number: offset / limit + 1 }])
        expect(await find({ limit, ...position })).toEqual(wanted);
      cursor = byCursor.next_cursor;
    }
    expect(cursor).toBeNull();
  });

  test('200 with another limit from page to page, and from an offset that is no multiple', async () => {
    const ids = trialOf().ids(usual());
    const first = await find({ limit: 5, offset: 3 });
    expect(first).toEqual({ ...figuresOf(ids.length, 3, 5), items: first.items });
    const second = await find({ limit: 2, cursor: first.next_cursor });
    expect(second).toEqual({ ...figuresOf(ids.length, 8, 2), items: second.items });
    expect([...trialOf().idsOf(first), ...trialOf().idsOf(second)]).toEqual(ids.slice(3, 10));
  });

  test('200 after rows came and went between two pages: none is left out or met twice', async () => {
    const trial = trialOf();
    const first = await find({ limit: 10 });
    const firstIds = trial.idsOf(first);
    const shown = rows.filter((row) => firstIds.includes(trial.search.idOfRow(row)));
    const last = shown.find((row) => trial.search.idOfRow(row) === firstIds.at(-1));
    const sample = firstSample();
    await trial.put(usual(), { ms: 100, sample });
    await trial.put(usual(), { ms: 100, sample });
    await trial.put(usual(), { ms: -1, sample });
    // In the millisecond of the cursor's row, before and behind it.
    const ms = (last?.createdAt.getTime() ?? 0) - trial.place.service.clock.now();
    await trial.put(usual(), { ms, sample, id: 'ffffffff-0000-4000-8000-000000000001' });
    await trial.put(usual(), { ms, sample, id: '00000000-0000-4000-8000-000000000001' });
    for (const row of new Set([...shown.slice(0, 3), ...(last === undefined ? [] : [last])])) {
      await trial.remove(row);
      rows.splice(rows.indexOf(row), 1);
    }
    const behind = trial
      .model(usual())
      .filter((row) => last !== undefined && placeOf(trial.search, row) < placeOf(trial.search, last))
      .map((row) => trial.search.idOfRow(row));
    const second = await find({ limit: 10, cursor: first.next_cursor });
    expect(trial.idsOf(second)).toEqual(behind.slice(0, 10));
    const total = trial.ids(usual()).length;
    const isCarried = trial.search.isCounted === true && trial.place.database !== undefined;
    const rank = isCarried ? 10 : total - behind.length;
    expect(second).toEqual({ ...figuresOf(total, rank, 10), items: second.items });
  });

  async function cursorOf(caller: SearchCaller, given: object = {}): Promise<string> {
    const { next_cursor: cursor }: Page = await trialOf().find(caller, { limit: 1, ...given });
    if (cursor === null) throw new Error('The test needs two rows at least');
    return cursor;
  }

  test('400 with a cursor of another search', async () => {
    const cursor = await cursorOf(usual());
    for (const { path, access } of cases.filter((other) => other !== trialOf().search)) {
      const caller = access === 'operator' ? callers.operator : usual();
      const { status, body } = await trialOf().send(caller, { cursor }, path);
      expect([path, status, body.code]).toEqual([path, 400, 'invalid_cursor']);
    }
  });

  test('400 with a cursor of another filter set, either way', async () => {
    const plain = await cursorOf(usual());
    for (const [name, { good, isForOperators, absent }] of Object.entries(trialOf().search.filters)) {
      const caller = isForOperators === true ? callers.operator : usual();
      for (const value of good.filter((one) => String(one) !== String(absent)))
        expect(await trialOf().fail(caller, { cursor: plain, [name]: value })).toEqual([
          400,
          'invalid_cursor',
          'cursor',
        ]);
    }
  });

  test('400 with a cursor of whoever sees other rows, an operator among them', async () => {
    const { search, fail, put } = trialOf();
    if (search.access === 'operator') return;
    const admitted = allCallers.filter(({ orgId }) => search.access === 'person' || orgId === null);
    for (const caller of admitted) for (let at = 0; at < 2; at += 1) await put(caller);
    for (const thief of admitted) {
      for (const owner of admitted.filter((one) => one !== thief && seesOthers(one, thief))) {
        if (trialOf().ids(owner).length < 2) continue;
        const cursor = await cursorOf(owner);
        expect([thief.name, owner.name, ...(await fail(thief, { cursor }))]).toEqual([
          thief.name,
          owner.name,
          400,
          'invalid_cursor',
          'cursor',
        ]);
      }
    }
  });

  function seesOthers(one: SearchCaller, other: SearchCaller): boolean {
    return String(trialOf().ids(one)) !== String(trialOf().ids(other));
  }

  test('a cursor lives 24 h, and over one rotation of the key', async () => {
    const trial = trialOf();
    const { clock, context, cursorKey } = trial.place.service;
    const cursor = await cursorOf(usual());
    const edited = `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(await trial.fail(usual(), { cursor: edited })).toEqual([400, 'invalid_cursor', 'cursor']);
    clock.advance(24 * 3600 - 1);
    expect(await find({ cursor })).toMatchObject({ next_offset: 21 });
    const old = context.cursors;
    const newKey = { kid: 'n', key: randomBytes(32) };
    try {
      context.cursors = createCursorSealer({
        keys: [newKey, cursorKey],
        now: clock.now,
        randomBytes,
      });
      expect(await find({ cursor })).toMatchObject({ next_offset: 21 });
      context.cursors = createCursorSealer({ keys: [newKey], now: clock.now, randomBytes });
      expect(await trial.fail(usual(), { cursor })).toEqual([400, 'invalid_cursor', 'cursor']);
    } finally {
      context.cursors = old;
    }
    clock.advance(1);
    expect(await trial.fail(usual(), { cursor })).toEqual([400, 'invalid_cursor', 'cursor']);
  });
}
