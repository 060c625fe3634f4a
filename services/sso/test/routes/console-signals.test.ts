import { data, goodCode, html, openConsole } from '../console.ts';

const page = (items: object[]) =>
  data({ items, total_count: items.length, page_number: 1, page_total: 1, next_cursor: null });

describe('signals', () => {
  const signal = {
    id: 's_1',
    url: 'https://hooks.test/in',
    types: ['user.login'],
    status: 'pending',
    problem: '503',
  };
  const signals = {
    '/admin/signal/search': ({ signal_id: id }: { readonly signal_id?: unknown }) =>
      page(id === undefined || id === 's_1' ? [signal] : []),
    '/admin/signal/create': data({ ...signal, secret: 'whsec_canary' }),
    '/admin/signal/update': data(signal),
    '/admin/signal/turn_on': data(signal),
  };

  test('one is made with a fresh code, and its secret is shown once', async () => {
    const { open, browser, asked } = await openConsole(signals);
    const { csrf } = await open('/console/signals');
    const typed = { url: signal.url, types: ' user.login  device.approved ' };
    const form = { csrf, act: 'create_signal', code: goodCode, ...typed };
    const done = await browser.send('/console/signals', form, html);
    expect([done.status, done.text.includes('whsec_canary')]).toEqual([200, true]);
    expect(asked.find(({ path }) => path === '/admin/signal/create')?.body).toEqual({
      url: signal.url,
      types: ['user.login', 'device.approved'],
      'auth.code': goodCode,
    });
    const again = await browser.send('/console/signals', form, html);
    expect(again.text).not.toContain('whsec_canary');
    expect(asked.filter(({ path }) => path === '/admin/signal/create')).toHaveLength(1);
  });

  test.each([
    ['update_signal', { types: 'user.login' }, { types: ['user.login'] }],
    ['turn_on_signal', {}, {}],
  ])('one is found by its id, and %s is about it', async (act, typed, sent) => {
    const { open, browser, asked, acts } = await openConsole(signals);
    const { csrf } = await open('/console/signals/s_1');
    const done = await browser.send('/console/signals/s_1', { csrf, act, code: goodCode, ...typed });
    expect([done.status, acts().length]).toEqual([200, 1]);
    expect(asked.find(({ path }) => path === acts()[0])?.body).toEqual({
      signal_id: 's_1',
      'auth.code': goodCode,
      ...sent,
    });
    expect((await browser.get('/console/signals/s_2')).status).toBe(404);
  });
});
