import { data, goodCode, html, openConsole, refusal, type Shown } from '../console.ts';

const page = (items: object[]) =>
  data({ items, total_count: items.length, page_number: 1, page_total: 1, next_cursor: null });

const row = {
  id: 'r_1',
  event: 'user.login',
  outcome: 'failure',
  code: 'invalid_credentials',
  client: { id: 'c_1', name: '<i>Agent' },
  user: { id: 'u_1', email: 'ann@latchkey.test' },
  actor: null,
  ip: '192.0.2.7',
  created_at: '2026-11-22T09:30:12.123Z',
};

describe('the log', () => {
  const log = { '/admin/auth/request_log/search': page([row]) };

  test('shows rows with links, and the command that writes them', async () => {
    const { enter, browser, asked } = await openConsole(log);
    await enter('/console/log');
    const { text } = await browser.get(
      '/console/log?kind=sign_in&search=it%27s&created_from=2026-11-22&created_to=',
      html,
    );
    expect(asked.at(-1)?.body).toEqual({
      limit: 20,
      kind: 'sign_in',
      search: "it's",
      created_from: '2026-11-22',
    });
    expect(text).toContain('2026-11-22 09:30:12');
    expect(text).toContain('href="/console/people/u_1"');
    expect(text).toContain('&lt;i&gt;Agent');
    expect(text).toContain(
      'latchkey admin log --format csv --kind sign_in --search &#39;it&#39;\\&#39;&#39;s&#39; --since 2026-11-22T00:00Z<',
    );
  });

  test('says which filter does not fit', async () => {
    const { enter, browser } = await openConsole({
      '/admin/auth/request_log/search': refusal('invalid_filter', {
        field: 'ip',
        message: 'ip must be an address',
      }),
    });
    await enter('/console/log');
    const { status, body } = await browser.get('/console/log?ip=odd');
    expect([status, (body as Shown).problem]).toEqual([400, 'ip must be an address.']);
  });
});

const mail = {
  id: 'm_1',
  kind: 'changed',
  event: 'password.change',
  email: 'ann@latchkey.test',
  user_id: 'u_1',
  status: 'dead',
  attempts: 9,
  next_attempt_at: null,
  problem: 'RCPT TO 550 <b>no',
  created_at: '2026-11-22T09:30:00.000Z',
  ended_at: '2026-11-23T09:30:00.000Z',
};

describe('mails', () => {
  test('429 says how long to wait where the list cannot be shown', async () => {
    const wait = refusal('throttled', { retryAfterSeconds: 120 });
    const { enter, browser } = await openConsole({ '/admin/mail/search': wait });
    await enter('/console');
    const { status, headers, body } = await browser.get('/console/mails');
    expect([status, headers['retry-after'], body.error]).toEqual([429, '120', 'throttled']);
    const { text } = await browser.get('/console/mails', html);
    expect(text).toContain('You can try again in 2 minutes.');
  });

  test('one is found by its id, and sent again with a fresh code, without power before', async () => {
    const { open, browser, asked, acts } = await openConsole({
      '/admin/mail/search': ({ mail_id: id }) => page(id === undefined || id === 'm_1' ? [mail] : []),
      '/admin/mail/send_again': data({ status: 'waiting' }),
    });
    const { csrf } = await open('/console/mails/m_1');
    const done = await browser.send('/console/mails/m_1', { csrf, act: 'send_mail_again', code: goodCode });
    expect([done.status, (done.body as Shown).notice]).toEqual([200, 'It waits to be sent.']);
    expect(acts()).toEqual(['/admin/mail/send_again']);
    expect(asked.find(({ path }) => path === '/admin/mail/send_again')?.body).toEqual({
      mail_id: 'm_1',
      'auth.code': goodCode,
    });
    const { text } = await browser.get('/console/mails/m_1', html);
    expect(text).toContain('RCPT TO 550 &lt;b&gt;no');
    expect((await browser.get('/console/mails/m_2')).status).toBe(404);
  });
});

const app = {
  client_id: 'c_1',
  name: 'Agent',
  type: 'confidential',
  status: 'active',
  archived: false,
  archived_at: null,
  owner: { kind: 'installation', id: null },
  verified: false,
  grant_types: ['client_credentials'],
  scopes: ['openid'],
  created_at: '2026-11-22T09:30:00.000Z',
  updated_at: '2026-11-22T09:30:00.000Z',
  secrets: [
    { created_at: '2026-11-22T09:30:00.000Z', expires_at: null },
    { created_at: '2026-10-01T09:30:00.000Z', expires_at: '2026-12-02T09:30:00.000Z' },
  ],
};
const secret = 'lks_canary';
const apps = {
  '/oauth/clients/search': page([app]),
  '/oauth/clients/view': data(app),
  '/oauth/clients/archive': ({ client_id: id }: Readonly<Record<string, unknown>>) =>
    id === 'c_1' ? data({ ...app, archived: true }) : refusal('missing_field', { field: 'client_id' }),
  '/oauth/clients/rotate_secret': ({ client_id: id, 'auth.code': code }: Readonly<Record<string, unknown>>) =>
    id === 'c_1' && code === '222222'
      ? data({ client_id: 'c_1', client_secret: secret, previous_expires_at: '2026-12-02T10:00:00.000Z' })
      : refusal('invalid_credentials', { field: 'auth.code' }),
};

describe('apps', () => {
  test('a secret is rotated with a fresh code, shown once, and not again by the same form', async () => {
    const { enter, open, browser, acts } = await openConsole(apps);
    await enter('/console/apps');
    const { csrf } = await open('/console/apps/c_1');
    const wrong = await browser.send('/console/apps/c_1', { csrf, act: 'rotate_secret', code: '111111' });
    expect([wrong.status, wrong.text.includes(secret)]).toEqual([401, false]);
    const form = { csrf: (wrong.body as Shown).csrf, act: 'rotate_secret', code: '222222' };
    const done = await browser.send('/console/apps/c_1', form);
    expect((done.body as Shown).section).toMatchObject({ at: 'once', value: secret });
    const again = await browser.send('/console/apps/c_1', form);
    expect([again.text.includes(secret), again.text.includes('The app has a new secret.')]).toEqual([
      false,
      true,
    ]);
    expect(acts()).toEqual(['/oauth/clients/rotate_secret', '/oauth/clients/rotate_secret']);
  });

  test('without power nothing is rotated: the code begins it, and another one is asked for', async () => {
    const { open, browser, acts } = await openConsole(apps);
    const { csrf } = await open('/console/apps/c_1');
    const first = await browser.send('/console/apps/c_1', {
      csrf,
      act: 'rotate_secret',
      end_previous: 'true',
    });
    expect([first.status, (first.body as Shown).section.at, acts()]).toEqual([403, 'enter', []]);
    const next = await browser.send('/console/apps/c_1', {
      csrf: (first.body as Shown).csrf,
      act: 'rotate_secret',
      end_previous: 'true',
      code: goodCode,
    });
    const shown = next.body as Shown;
    expect([next.status, acts(), shown.notice]).toEqual([403, [], expect.stringContaining('another code')]);
    expect(shown.section).toMatchObject({ at: 'thing', form: { typed: { end_previous: 'true' } } });
  });

  test('marked ones are archived', async () => {
    const { enter, submit, acts } = await openConsole(apps);
    await enter('/console/apps');
    const done = await submit('/console/apps', { act: 'archive_app', row: 'client_id=c_1&title=Agent' });
    expect((done.body as Shown).section).toMatchObject({
      at: 'rows',
      rows: [{ title: 'Agent', state: 'done' }],
    });
    expect(acts()).toEqual(['/oauth/clients/archive']);
  });

  test('shows since when and until when secrets are good, and of an API the names of its scopes', async () => {
    const scopes = [{ name: 'r:w', words: { en: 'canary' } }];
    const api = { id: 'a_1', name: 'Pay', audience: 'https://a.test', client_id: null, scopes };
    const { enter, browser } = await openConsole({ ...apps, '/admin/api/search': page([api]) });
    await enter('/console/apps');
    const { text } = await browser.get('/console/apps/c_1', html);
    expect(text.replace(/<[^>]*>|\s+/g, ' ').replace(/ +/g, ' ')).toContain(
      'since Nov 22, 2026 Oct 1, 2026 – Dec 2, 2026',
    );
    const list = await browser.get('/console/apis', html);
    expect([list.text.includes('r:w'), list.text.includes('canary')]).toEqual([true, false]);
  });
});

test('drops are asked of drop, and neither what they hold nor what is said of them is shown', async () => {
  const drop = {
    id: 'Z3pY4kQm1vT8sLw0bXc7dA',
    owner: 'u_1',
    kind: 'note',
    status: 'active',
    size: 19,
    metadata: { host: 'canary' },
    created_at: '2026-11-22T09:30:00.000Z',
    expires_at: '2026-11-29T09:30:00.000Z',
    consumed_at: null,
  };
  const { enter, browser, submit, asked } = await openConsole({
    '/v1/admin/list': page([drop]),
    '/v1/admin/cleanup': data({ deleted_count: 3, scanned_count: 9 }),
  });
  await enter('/console/drops');
  const { text } = await browser.get('/console/drops?owner=u_1', html);
  expect([text.includes(drop.id), text.includes('canary')]).toEqual([true, false]);
  expect(asked.at(-1)?.claims['aud']).toMatch(/drop|4003/);
  const done = await submit('/console/drops', { act: 'clean_up_drops' });
  expect((done.body as Shown).notice).toBe('Drops that were deleted: 3.');
});

describe('signals', () => {
  const signal = {
    id: 's_1',
    url: 'https://hooks.test/in',
    types: ['user.login'],
    status: 'pending',
    problem: '503',
  };
  const signals = {
    '/admin/signal/search': page([signal]),
    '/admin/signal/create': data({ ...signal, secret: 'whsec_canary' }),
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
});
