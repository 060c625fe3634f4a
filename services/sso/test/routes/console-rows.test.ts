import { data, goodCode, html, openConsole, refusal, type Shown } from '../console.ts';

const ids = ['a', 'b', 'c'];
const row = (id: string) => new URLSearchParams({ user_id: id, title: `${id}@latchkey.test` }).toString();
const list = '/console/people';

/** A list whose rows answer so. */
async function openRows(answers: Record<string, () => ReturnType<typeof data>> = {}) {
  const done = data({ status: 'disabled', ended: 0, client_count: 0 });
  const opened = await openConsole({
    '/admin/user/disable': ({ user_id: id }) => answers[String(id)]?.() ?? done,
  });
  await opened.enter();
  /** Sends rows, which the browser of a test sends as one field each. */
  const send = async (fields: Record<string, string>, rows: readonly string[]) => {
    const { csrf } = await opened.open(list);
    return opened.sendRows(list, { csrf, ...fields }, rows);
  };
  return { ...opened, send };
}
const statesOf = (shown: Shown) => (shown.section['rows'] as { state: string }[]).map(({ state }) => state);

test('one page asks and lists the rows, and nothing is done before', async () => {
  const { send, acts } = await openRows();
  const shown = (await send({ mark: 'disable_user' }, ids.map(row))).body as Shown;
  expect(shown.section).toMatchObject({ at: 'confirm', act: 'disable_user' });
  expect((shown.section['rows'] as { title: string }[]).map(({ title }) => title)).toEqual([
    'a@latchkey.test',
    'b@latchkey.test',
    'c@latchkey.test',
  ]);
  expect(acts()).toEqual([]);
});

test('400 for no row, and for more than 25', async () => {
  const { send, acts } = await openRows();
  const many = Array.from({ length: 26 }, (_, index) => row(String(index)));
  for (const rows of [[], many]) {
    expect((await send({ mark: 'disable_user' }, rows)).status).toBe(400);
    expect((await send({ act: 'disable_user' }, rows)).status).toBe(400);
  }
  expect(acts()).toEqual([]);
});

test('one failure stops no other, and what load kept back is not done, with the rest again', async () => {
  let busy = true;
  const { send, asked } = await openRows({
    a: () => refusal('state_conflict', { message: 'The account is disabled already' }),
    b: () => (busy ? refusal('throttled') : data({ ended: 0, client_count: 0 })),
  });
  const shown = (await send({ act: 'disable_user' }, ids.map(row))).body as Shown;
  expect(statesOf(shown)).toEqual(['refused', 'waiting', 'done']);
  expect(JSON.stringify(shown)).toContain('The account is disabled already.');
  const page = await send({ act: 'disable_user' }, ids.map(row).slice(1));
  expect(page.status).toBe(200);
  busy = false;
  asked.length = 0;
  const rest = (await send({ act: 'disable_user' }, [row('b')])).body as Shown;
  expect(statesOf(rest)).toEqual(['done']);
  expect(asked.filter(({ path }) => path === '/admin/user/disable').map(({ body }) => body)).toEqual([
    { user_id: 'b' },
  ]);
});

test('power that ends meanwhile leaves the rest undone', async () => {
  const { send, clock } = await openRows({
    a: () => {
      clock.advance(600);
      return data({ ended: 0, client_count: 0 });
    },
  });
  const shown = (await send({ act: 'disable_user' }, ids.map(row))).body as Shown;
  expect(statesOf(shown)).toEqual(['done', 'waiting', 'waiting']);
});

test('a form that is sent again, also after its process died between two rows, says what it did', async () => {
  const { sendRows, open, acts } = await openRows({
    b: () => {
      throw new Error('killed');
    },
  });
  const { csrf } = await open(list);
  const form = { csrf, act: 'disable_user' };
  expect((await sendRows(list, form, ids.map(row))).status).toBe(500);
  const shown = (await sendRows(list, form, ids.map(row))).body as Shown;
  expect(statesOf(shown)).toEqual(['done', 'waiting', 'waiting']);
  expect(acts()).toHaveLength(2);
});

test.each(['act', 'mark'])(
  'without power the marked rows of %s are listed with the factor, and then acted on',
  async (field) => {
    const { send, sendRows, open, clock, acts } = await openRows();
    clock.advance(600);
    const asked = await send({ [field]: 'disable_user' }, ids.map(row));
    const shown = asked.body as Shown;
    expect([asked.status, shown.section.at, acts()]).toEqual([403, 'enter', []]);
    expect(shown.section).toMatchObject({ form: { act: 'disable_user' }, rows: [{}, {}, {}] });
    const { csrf } = await open(list);
    const page = await sendRows(list, { csrf, [field]: 'disable_user' }, ids.map(row), html);
    expect(page.text.match(/<li><bdi[^>]*>\w@latchkey\.test/g)).toHaveLength(3);
    const form = { csrf: shown.csrf, act: 'disable_user', code: goodCode };
    expect(statesOf((await sendRows(list, form, ids.map(row))).body as Shown)).toEqual(ids.map(() => 'done'));
  },
);

test('what a row is called is text, whatever it holds', async () => {
  const { sendRows, open } = await openRows();
  const key = new URLSearchParams({ user_id: 'a', title: '<script>alert(1)</script>' }).toString();
  const { csrf } = await open(list);
  const { text } = await sendRows(list, { csrf, mark: 'disable_user' }, [key], html);
  expect(text).toContain('&lt;script&gt;alert');
  expect(text).not.toContain('<script>alert');
});
