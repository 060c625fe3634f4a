import type { Locale } from '@latchkey/pages';
import type { ConfirmView } from './page-view.ts';
import { renderView } from './samples/render-view.ts';
import { sampleConfirm, sampleNowMs, samplePlaces, sampleRequest } from './samples/sample-views.ts';

const options = { pageUrl: 'https://sso.test/device_login', nowMs: sampleNowMs, ...samplePlaces };

function render(changes: Partial<ConfirmView> = {}): string {
  return renderView({ ...sampleConfirm, ...changes }, 'en', options).replace(/\s+/g, ' ');
}

test('approve and deny are the same button but for icon, word and value, and neither is chosen beforehand', () => {
  const buttons = render().match(/<button[^>]*>/g);
  expect(buttons).toEqual([
    '<button name="decision" value="deny">',
    '<button name="decision" value="approve">',
  ]);
  expect(render()).not.toMatch(/autofocus|checked|selected/);
});

test('shows what to compare, and the warning before the decision', () => {
  const page = render();
  expect(page).toContain('<strong class="code"><bdi translate="no">WDJB-MJHT</bdi></strong>');
  expect(page).toContain(
    '<strong>Only continue if you started this yourself, on your own device.</strong> Latchkey staff will never ask you for this code.',
  );
  expect(page.indexOf('class="warning"')).toBeLessThan(page.indexOf('<form'));
  expect(page).toContain('<dt>Account</dt> <dd><bdi translate="no">demo@latchkey.test</bdi></dd>');
  expect(page).toContain('2 minutes ago');
  expect(page).toContain('203.0.113.7');
});

test.each<[ConfirmView['request']['registeredBy'], string]>([
  [{ kind: 'installation', name: null }, 'part of this service'],
  [{ kind: 'org', name: 'Acme' }, 'by “<bdi translate="no">Acme</bdi>”'],
  [{ kind: 'org', name: '<b>\u202Epart' }, 'by “<bdi translate="no">&lt;b&gt;part</bdi>”'],
  [
    { kind: 'user', name: 'd…@example.com' },
    'by a person <span class="whole">(<bdi translate="no">d…@example.com</bdi>)</span>',
  ],
  [{ kind: 'user', name: null }, 'by a person'],
])('says who registered the client: %j', (registeredBy, shown) => {
  const page = render({ request: { ...sampleRequest, registeredBy } });
  expect(page).toContain(`<dt>Registered</dt> <dd>${shown}</dd>`);
});

test('a masked address is never cut, since what is at its end says whose it is', () => {
  const name = `d…@example.com.${'a'.repeat(60)}.${'b'.repeat(60)}.test`;
  expect(render({ request: { ...sampleRequest, registeredBy: { kind: 'user', name } } })).toContain(name);
});

test('shows the name that the device gives itself, and no such line without a name', () => {
  expect(render()).toContain('a device that calls itself “<bdi translate="no">anna’s laptop</bdi>”</span>');
  const hostile = render({ request: { ...sampleRequest, deviceName: '<b>\u202Epart' } });
  expect(hostile).toContain('calls itself “<bdi translate="no">&lt;b&gt;part</bdi>”');
  expect(render({ request: { ...sampleRequest, deviceName: undefined } })).not.toContain('calls itself');
});

test('an endless client name is cut, so that the warning stays in sight', () => {
  const page = render({ request: { ...sampleRequest, clientName: 'Trust me '.repeat(1000) } });
  expect(/<bdi translate="no">(Trust me [^<]*)<\/bdi>/.exec(page)?.[1]).toHaveLength(100);
});

test('shows rights in words, admin first and apart, and what the audience of drop gives', () => {
  const items = [...render().matchAll(/<li( class="admin")?>(.*?)<\/li>/g)].map(([, mark, text]) => [
    mark !== undefined,
    text
      ?.replace(/<svg.*<\/svg>/, '')
      .replace(/<[^>]*>/g, '')
      .trim(),
  ]);
  expect(items).toEqual([
    [true, 'manage all users and their data'],
    [false, 'know who you are: your name, profile and email address'],
    [false, 'see the groups you belong to'],
    [false, 'see and end your sessions, devices and apps, and change how you sign in'],
    [false, 'manage the apps that you registered, and their connections'],
    [false, 'see and manage the people of your organisations'],
    [false, 'use the permission repo:write'],
    [false, 'store, read and delete your one-time secrets'],
  ]);
});

test('names an audience as the installation does, else by its host, else as it stands', () => {
  const audiences = ['https://drop.example.test/', 'https://api.example.test:8443/v1', 'urn:example:api'];
  const page = render({ request: { ...sampleRequest, audiences } });
  const [, shown = ''] = /<dt>Works at<\/dt> <dd>(.*?)<\/dd>/.exec(page) ?? [];
  expect(shown.replace(/<[^>]*>/g, '')).toBe('Acme Drop, api.example.test:8443, urn:example:api');
  expect(page).toContain('store, read and delete your one-time secrets');
});

test('speaks of no drops and no place where the audience is none of ours, or there is none', () => {
  const page = render({ request: { ...sampleRequest, audiences: [] } });
  expect(page).not.toContain('one-time secrets');
  expect(page).not.toContain('Works at');
});

test.each([
  ['not_operator', 'your account is not an operator’s'],
  ['no_one_time_code', 'you signed in without a one-time code'],
] as const)('does not list admin when it is not given, and says why: %s', (adminRefusal, reason) => {
  const page = render({ adminRefusal });
  expect(page).not.toContain('<li class="admin">');
  expect(page).toContain(reason);
  const done = { kind: 'done', decision: 'approved', clientName: 'Acme', adminRefusal } as const;
  expect(renderView(done, 'en', options)).toContain(reason);
});

test.each([
  [true, 'in the network of this browser (203.0.113.7)', false],
  [false, 'in another network than this browser (203.0.113.7)', true],
  [undefined, '203.0.113.7', false],
])('says in words whether the device is in the network of the browser: %s', (isSameNetwork, said, warns) => {
  const page = render({ request: { ...sampleRequest, isSameNetwork } });
  const [, from = ''] = /<dt>From<\/dt> <dd>(.*?)<\/dd>/.exec(page) ?? [];
  expect(from.replace(/<[^>]*>/g, '').trim()).toBe(
    `a device that calls itself “anna’s laptop” with acme-backup 2.4.1 ${said}`,
  );
  expect(page.includes('Your device and this browser are in different networks.')).toBe(warns);
});

test('folds no right where the person decides', () => {
  const folds = render().match(/<details.*?<\/details>/g) ?? [];
  expect(folds).toEqual([expect.stringContaining('<summary>Details</summary>')]);
  expect(folds[0]).not.toContain('<li');
});

test('shows the visitor of the app as what the app says, beside what was seen; nothing where it says nothing', () => {
  const page = render({ request: { ...sampleRequest, visitorAddress: '198.51.100.9' } });
  expect(page).toContain('<dt>From, as the app says</dt> <dd><bdi translate="no">198.51.100.9</bdi></dd>');
  expect(page).toContain('203.0.113.7');
  expect(render()).not.toContain('as the app says');
});

describe('a registered API', () => {
  const payments = {
    audience: 'https://api.example.test',
    name: 'Payments',
    clientId: null,
    scopes: [
      { name: 'repo:write', words: { en: 'Write <b>here</b>', de: 'Hier schreiben', pt: 'Escrever aqui' } },
      { name: 'admin', words: { en: 'Nothing much' } },
    ],
  };
  const show = (locale: Locale, changes: object = {}) =>
    renderView(sampleConfirm, locale, { ...options, apis: [payments], ...changes });

  test.each<[Locale, string]>([
    ['en', 'Write &lt;b&gt;here&lt;/b&gt;'],
    ['de', 'Hier schreiben'],
    ['pt', 'Escrever aqui'],
    ['fr', 'Write &lt;b&gt;here&lt;/b&gt;'],
  ])('in %s words its scope as %j, else in English, and is named', (locale, words) => {
    const page = show(locale);
    expect(page).toContain(words);
    expect(page).toContain('Payments');
    expect(page).not.toContain('repo:write');
  });

  test('words no scope of the service itself, and AUDIENCE_NAMES wins over its name', () => {
    const page = show('en', { audienceNames: new Map([['https://api.example.test', 'Our API']]) });
    expect(page).toContain('Our API');
    expect(page).not.toMatch(/Nothing much|Payments/);
  });
});
