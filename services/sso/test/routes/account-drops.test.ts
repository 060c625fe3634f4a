import { ownDropCalls } from '@latchkey/contracts';
import { data, html, refusal, type Answer } from '../doors.ts';
import { createDrops, dropUrl, expires_at, key, path, type Answers, type Fields } from '../drops.ts';

const item = {
  id: 'd1',
  status: 'active',
  fillable: false,
  asks: null,
  metadata: null,
  expires_at,
  consumed_at: null,
  consumed_by: null,
};
const { list, store, reserve, consume, revoke, delete: remove } = ownDropCalls;

const fillLink = `${dropUrl}/fill/d1#${key}`;
const take = (typed: string) => ({ act: 'take_drop', link: typed });
const unnamed = refusal('invalid_value', { field: 'fillable' });
const make = { act: 'make_drop', text: 'one\r\ntwo', ttl: '3600', label: 'Router', notify: 'yes' };

describe('GET /account/drops', () => {
  test('200 each drop with what became of it, and no network of who took it', async () => {
    const took = { status: 'consumed', consumed_at: expires_at, ip: '192.0.2.7' };
    const items = [
      { ...item, metadata: { label: 'Shop', more: 1 } },
      { ...item, status: 'reserved', fillable: true, asks: 'a key' },
      { ...item, fillable: true },
      { ...item, ...took, consumed_by: 'anonymous' },
      { ...item, ...took, consumed_by: 'user-1' },
      { ...item, ...took, consumed_by: 'acme-cli' },
    ];
    const { browser } = await createDrops({ [list.path]: data({ items, next_cursor: 'n' }) });
    const { body, text } = await browser.get(path);
    const shown = body.section.items as { label: string; state: string; taker: string | null }[];
    expect(shown.map(({ label, state, taker }) => [label, state, taker])).toEqual([
      ['Shop', 'active', null],
      ['a key', 'asked', null],
      ['', 'filled', null],
      ['', 'consumed', 'nobody'],
      ['', 'consumed', 'you'],
      ['', 'consumed', 'account'],
    ]);
    expect(text).not.toMatch(/192\.0\.2\.7|acme-cli/);
  });

  test('503 with the forms while drop is down, and 303 where the sign-in has ended', async () => {
    const { browser, answers } = await createDrops({ [list.path]: 'down' });
    const { status, body, headers } = await browser.get(path);
    expect([status, body.error, body.problem]).toEqual([503, 'temporarily_unavailable', 'drops_down']);
    expect(headers['retry-after']).toBe('5');
    expect((await browser.get(path, html)).text).toContain('name="text"');
    answers[list.path] = undefined;
    expect((await browser.get(path, html)).status).toBe(303);
  });
});

describe('POST /account/drops', () => {
  test('200 makes an anonymous drop of the text, and shows its link once', async () => {
    const { asked, send } = await createDrops();
    const { status, body } = await send(make);
    const [to, { id, ...sent } = {}] = asked.at(-1) ?? [];
    expect([status, to]).toEqual([200, store.path]);
    expect(sent).toEqual({
      payload: 'one\ntwo',
      payload_format: 'text',
      anonymous: true,
      ttl: 3600,
      metadata: { label: 'Router' },
      notify: true,
    });
    const link = `${dropUrl}/d/${String(id)}#${key}`;
    expect(body.section.shown).toEqual({ kind: 'made', link, hasPassphrase: false, until: expires_at });
  });

  test('200 a link without a key for a passphrase, which is sent byte for byte and not shown', async () => {
    const { asked, send } = await createDrops();
    const answered = await send({ ...make, passphrase: ' five loud geese ', notify: '', label: '' }, html);
    const [, { id, key: sent, notify, metadata } = {}] = asked.at(-1) ?? [];
    expect([sent, notify, metadata]).toEqual([' five loud geese ', undefined, undefined]);
    expect(answered.text).toContain(`>${dropUrl}/d/${String(id)}</code>`);
    expect(answered.text).not.toContain('geese');
  });

  test('200 asks for a secret, by a link that its maker keeps', async () => {
    const { asked, send } = await createDrops();
    const asks = '  the key\u202e of staging ';
    const { body } = await send({ act: 'ask_drop', asks, ttl: '', label: '', notify: 'yes' });
    const [to, sent] = asked.at(-1) ?? [];
    expect([to, sent]).toEqual([
      reserve.path,
      {
        id: expect.any(String) as string,
        ttl: 604_800,
        fillable: true,
        asks: 'the key of staging',
        notify: true,
      },
    ]);
    expect(body.section.shown.link).toBe(`${dropUrl}/fill/${String(sent?.['id'])}#${key}`);
  });

  test('409 for a form that is sent twice at once: one drop, and what was typed is still there', async () => {
    const { browser, asked, open } = await createDrops();
    const { csrf = '' } = await open();
    const answers = await Promise.all([0, 1].map(() => browser.send(path, { csrf, ...make })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const ids = asked.filter(([to]) => to === store.path).map(([, body]) => body['id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    const late = answers.find(({ status }) => status === 409)?.body;
    expect([late.problem, late.section.typed.fields.text]).toEqual(['drop_made', make.text]);
    // Another form, or another act of the same one, makes another drop.
    expect((await browser.send(path, { csrf: late.csrf as string, ...make })).status).toBe(200);
    expect((await browser.send(path, { csrf, act: 'ask_drop', asks: 'a key' })).status).toBe(200);
  });

  test.each<[string, Answers[string]]>([
    ['gave no answer', 'down'],
    ['does not know', refusal('outcome_unknown')],
  ])('503 where drop %s whether it made one: the same form, which makes one drop', async (_what, answer) => {
    const { browser, asked, answers, send } = await createDrops({ [store.path]: answer });
    const { status, body } = await send(make);
    expect([status, body.problem, body.section.typed.fields.text]).toEqual([503, 'drops_down', make.text]);
    answers[store.path] = undefined;
    expect((await browser.send(path, { ...make, csrf: body.csrf as string })).status).toBe(200);
    const ids = asked.filter(([to]) => to === store.path).map(([, sent]) => sent['id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test.each([
    [path, 257 * 1024, /This text is longer than 64 KiB.*latchkey drop put/],
    ['/account/my_data', 101 * 1024, /longer than 100 kB, the most that this page takes/],
  ])('413 of %s says how long it may be, and leads back there', async (to, bytes, said) => {
    const { browser } = await createDrops();
    const { status, text } = await browser.send(to, { text: 'x'.repeat(bytes) }, html);
    expect(status).toBe(413);
    expect(text).toMatch(said);
    expect(text).toContain(`class="restart" href="${to}?`);
  });

  test.each<[number, string, Fields, Answers?]>([
    [400, 'secret_missing', { act: 'make_drop', text: '' }],
    [413, 'secret_long', { act: 'make_drop', text: 'é'.repeat(32 * 1024 + 1) }],
    [403, 'drops_full', make, { [store.path]: refusal('quota_exceeded') }],
    [503, 'drops_down', make, { [store.path]: 'down' }],
    [409, 'unverified', { act: 'ask_drop', asks: 'x' }, { [reserve.path]: unnamed }],
    [400, 'link_wrong', take(`https://evil.example/d/d1#${key}`)],
    [400, 'link_wrong', take(`${dropUrl}/fill/d1`)],
    [400, 'link_wrong', take(fillLink), { [consume.path]: refusal('not_found') }],
    [400, 'link_wrong', take(fillLink), { [consume.path]: refusal('invalid_key') }],
    [409, 'drop_ended', take(fillLink), { [consume.path]: refusal('expired') }],
    [503, 'drop_unknown', take(fillLink), { [consume.path]: 'down' }],
    [
      429,
      'throttled',
      take(fillLink),
      { [consume.path]: refusal('attempts_limited', { retryAfterSeconds: 9 }) },
    ],
  ])(
    '%i %s: what was typed is still there, and is answered in place',
    async (status, problem, form, answers) => {
      const { send } = await createDrops(answers);
      const answered = await send(form);
      expect([answered.status, answered.body.problem]).toEqual([status, problem]);
      const { text: typed = '', link = '', asks = '' } = form;
      expect(answered.body.section.typed.fields).toMatchObject({ text: typed, link, asks });
      expect((await send(form, html)).headers['location']).toBeUndefined();
    },
  );

  test('200 a text that was filled in is shown; anything else is a file that runs nowhere', async () => {
    const link = `${dropUrl}/fill/d1?ui_locales=de#${key}`;
    const of = (bytes: string, more: object = {}) =>
      data({ payload: Buffer.from(bytes).toString('base64'), payload_format: 'text', ...more });
    const { asked, answers, send } = await createDrops({ [consume.path]: of('<b>four</b>') });
    const { text } = await send({ act: 'take_drop', link: ` ${link}\n` }, html);
    expect(text).toContain('<pre class="payload" dir="auto" translate="no">\n&lt;b&gt;four&lt;/b&gt;</pre>');
    expect(asked.find(([to]) => to === consume.path)?.[1]).toEqual({
      id: 'd1',
      key,
      payload_format: 'base64',
    });
    answers[consume.path] = of('\u0000', { data: { filename: '../key.pem' } });
    const { headers, body } = await send({ act: 'take_drop', link }, html);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="key.pem"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(String(body)).toBe('\u0000');
    expect((await send({ act: 'take_drop', link })).body).toMatchObject({
      filename: 'key.pem',
      payload: 'AA==',
    });
  });

  test.each<[string, string, Answer]>([
    ['revoke_drop', 'drop_revoked', data({})],
    ['revoke_drop', 'ended_before', refusal('state_conflict')],
    ['revoke_drop', 'ended_before', refusal('expired')],
    ['delete_drop', 'drop_removed', data({})],
    ['delete_drop', 'ended_before', refusal('not_found')],
  ])('200 %s: %s', async (act, notice, answer) => {
    const { asked, send } = await createDrops({ [revoke.path]: answer, [remove.path]: answer });
    const { status, body } = await send({ act, id: 'd1' });
    expect([status, body.notice]).toEqual([200, { kind: notice }]);
    const to = act === 'revoke_drop' ? revoke.path : remove.path;
    expect(asked.filter(([called]) => called === to)).toEqual([[to, { id: 'd1' }]]);
  });

  test.each([
    ['invalid_value', 400],
    ['forbidden', 500],
  ])('a refusal %s of drop is %i', async (code, status) => {
    const { send } = await createDrops({ [store.path]: refusal(code), [revoke.path]: refusal(code) });
    expect((await send(make)).status).toBe(status);
    expect((await send({ act: 'revoke_drop', id: 'd1' })).status).toBe(status);
  });

  test('400 for a value that no page sends, 403 for a form of another browser, 413 above 256 KB', async () => {
    const { send, asked } = await createDrops();
    asked.length = 0;
    expect((await send({ ...make, ttl: '60' })).status).toBe(400);
    expect((await send({ ...make, csrf: 'forged' })).status).toBe(403);
    expect((await send({ ...make, text: 'x'.repeat(257 * 1024) })).status).toBe(413);
    expect(asked.map(([to]) => to)).not.toContain(store.path);
  });
});
