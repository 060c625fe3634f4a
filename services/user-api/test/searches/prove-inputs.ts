import { request } from '@latchkey/testing';
import type { Choose, Trial } from './trial.ts';

const limits: readonly (readonly [given: unknown, effective: number])[] = [
  [undefined, 20],
  [null, 20],
  ['', 20],
  [true, 20],
  [[5], 20],
  [{ a: 5 }, 20],
  ['5abc', 20],
  [0, 20],
  [-1, 20],
  [0.5, 20],
  ['20.7', 20],
  [7, 7],
  ['7', 7],
  [100, 100],
  [101, 100],
  ['1e400', 100],
];
const notIntegers = [null, '', ' 1', '1 ', '+1', '1.0', '1e1', -1, 1.5, true, [1], { a: 1 }, 2 ** 53, 'one'];
const badCursors = [null, '', ' ', 7, true, ['x'], { a: 1 }, 'edited', 'x'.repeat(600)];

/** Every input rule. Source: requirement 2 "Pagination request inputs", contract part 0 "Pagination". */
export function proveInputs(trialOf: () => Trial, choose: Choose): void {
  const find = (given: object) => trialOf().find(trialOf().usual, { ...given });
  const fail = (given: object) => trialOf().fail(trialOf().usual, { ...given });
  beforeAll(async () => {
    for (let ms = 0; ms < 5; ms += 1) await trialOf().put(trialOf().usual, { ms });
  });

  test('200 with the six figures beside the items and nothing else', async () => {
    const { prove, usual } = trialOf();
    await prove(usual, { start: { offset: 0 }, limit: 20 });
  });

  test.each(choose(limits))('200 with limit %j as %d', async (limit, effective) => {
    expect(await find({ limit })).toMatchObject({ limit: effective, next_offset: effective });
    expect(await find({ limit, page_number: 2 })).toMatchObject({ next_offset: 2 * effective });
  });

  test.each(choose(notIntegers).map((value) => [value]))(
    '400 with %j as page_number or offset',
    async (value) => {
      expect(await fail({ page_number: value })).toEqual([400, 'invalid_page_number', 'page_number']);
      expect(await fail({ offset: value })).toEqual([400, 'invalid_offset', 'offset']);
      expect(await fail({ offset: value, page_number: 1 })).toEqual([400, 'invalid_offset', 'offset']);
    },
  );

  test.each([0, '0'])('400 with %j as page_number, 200 as offset', async (value) => {
    expect(await fail({ page_number: value })).toEqual([400, 'invalid_page_number', 'page_number']);
    expect(await find({ offset: value })).toMatchObject({ page_number: 1 });
  });

  test.each(choose(badCursors).map((cursor) => [cursor]))(
    '400 with %j as cursor, whatever is beside it',
    async (cursor) => {
      expect(await fail({ cursor })).toEqual([400, 'invalid_cursor', 'cursor']);
      expect(await fail({ cursor, offset: 0, page_number: 1 })).toEqual([400, 'invalid_cursor', 'cursor']);
    },
  );

  test('200 with the cursor before the offset, and the offset before the page number', async () => {
    const { prove, usual } = trialOf();
    const next = await prove(usual, { start: { offset: 0 }, limit: 2 });
    await prove(usual, {
      start: { offset: 2 },
      limit: 2,
      cursor: next?.cursor,
      offset: 'odd',
      page_number: null,
    });
    await prove(usual, { start: { offset: 3 }, limit: 2, offset: '3', page_number: 'odd' });
    await prove(usual, { start: { offset: 0 }, limit: 2, offset: 0, page_number: 2 });
    await prove(usual, { start: { offset: 2 }, limit: 2, page_number: '002' });
  });

  test('200 with an empty page past the end, however far', async () => {
    const { prove, usual, ids } = trialOf();
    await prove(usual, { start: { offset: 98 }, limit: 2, page_number: 50 });
    for (const far of [{ offset: 2 ** 53 - 1 }, { page_number: '9007199254740991' }])
      expect(await find(far)).toMatchObject({ items: [], total_count: ids(usual).length, next_cursor: null });
  });

  test('200 with the inputs of a form or of the query', async () => {
    const { search, app, tokenOf, usual, idsOf, ids } = trialOf();
    const token = tokenOf(usual);
    const post = (address: string) => request(app).post(address);
    const inForm = await post(search.path).type('form').send({ token, limit: '1', offset: '2' });
    const inQuery = await post(`${search.path}?limit=1&offset=2&page_number=`).send({ token });
    for (const { body } of [inForm, inQuery]) expect(idsOf(body.data)).toEqual(ids(usual).slice(2, 3));
  });

  test('401 without a token, and 403 with the token of an app', async () => {
    const { search, place, app } = trialOf();
    const missing = await request(app).post(search.path).send({});
    expect([missing.status, missing.body.code]).toEqual([401, 'token_missing']);
    const token = place.service.signer.signToken({ sub: 'demo-backend', sid: 's', token_use: 'app' });
    const refused = await request(app).post(search.path).send({ token });
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  });

  test('405 with Allow for GET', async () => {
    const { search, app } = trialOf();
    const { status, headers, body } = await request(app).get(search.path);
    expect([status, headers['allow'], body.code]).toEqual([405, 'POST', 'method_not_allowed']);
  });
}
