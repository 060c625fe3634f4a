import { createFrame, locales, type Locale } from '@latchkey/pages';
import { renderView, type PageView } from './samples/render-view.ts';
import {
  sampleConfirm,
  sampleCredentials,
  sampleEnter,
  sampleNowMs,
  samplePlaces,
  sampleRequest,
  sampleViews,
} from './samples/sample-views.ts';

const voidElements = new Set(['meta', 'input', 'br', '!doctype']);
const options = {
  pageUrl: 'https://sso.latchkey.test:8443/device_login',
  nowMs: sampleNowMs,
  ...samplePlaces,
};

interface Tag {
  name: string;
  closing: boolean;
  attributes: Map<string, string>;
}

/** The tags of our own markup, where attribute values are always quoted; `svg` shapes close themselves. */
function scanTags(page: string): Tag[] {
  const withoutStyle = page.replace(/<style>[^]*?<\/style>/, '');
  return [...withoutStyle.matchAll(/<(\/?)([!a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>/g)].map(
    ([, slash, name = '', rest = '']) => ({
      name,
      closing: slash === '/',
      attributes: new Map(
        [...rest.matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
      ),
    }),
  );
}

function assertBalanced(page: string): void {
  const open: string[] = [];
  const withoutSelfClosed = page.replace(/<(?:path|circle|rect)\b[^>]*\/>/g, '');
  for (const { name, closing } of scanTags(withoutSelfClosed)) {
    if (closing) expect(open.pop()).toBe(name);
    else if (!voidElements.has(name)) open.push(name);
  }
  expect(open).toEqual([]);
}

function assertReferences(tags: readonly Tag[]): void {
  const ids = tags.flatMap(({ attributes }) => attributes.get('id') ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { attributes } of tags) {
    const targets = [
      attributes.get('for'),
      attributes.get('href')?.match(/^#(.*)/)?.[1],
      ...(attributes.get('aria-describedby')?.split(' ') ?? []),
    ];
    for (const target of targets) if (target !== undefined) expect(ids).toContain(target);
  }
}

function assertInputsNamed(tags: readonly Tag[]): void {
  const labelled = new Set(tags.map(({ attributes }) => attributes.get('for')));
  const inputs = tags.filter(
    ({ name, attributes }) =>
      name === 'input' && attributes.get('type') !== 'hidden' && !attributes.has('hidden'),
  );
  const typed = new Set(inputs.filter(({ attributes }) => attributes.get('type') !== 'checkbox'));
  for (const input of inputs) {
    const { attributes } = input;
    expect(labelled).toContain(attributes.get('id'));
    if (!typed.has(input)) continue;
    expect(attributes.get('autocomplete')).toMatch(
      /^(?:off|name|email|username(?: webauthn)?|current-password|new-password|one-time-code)$/,
    );
  }
}

/** Each view in English and in one other language, so that each language has views of every kind. */
const cases = Object.entries(sampleViews).flatMap(([name, view], at) =>
  ['en' as const, locales[1 + (at % (locales.length - 1))]!].map((locale): [Locale, string, PageView] => [
    locale,
    name,
    view,
  ]),
);

test.each(cases)('%s: %s is a whole, accessible document that needs nothing else', (locale, _name, view) => {
  const whole = renderView(view, locale, options);
  const page = whole.replace('<script src="/passkey.js" defer></script>', '');
  expect(page === whole).toBe(!('passkey' in view) || view.passkey === undefined);
  const tags = scanTags(page);
  expect(page.startsWith('<!doctype html>')).toBe(true);
  const { words } = createFrame(locale, options.pageUrl, options.skin);
  expect(page).toContain(`<html lang="${words.tag}" dir="${words.dir}">`);
  expect(page).toMatch(/<title>[^<]+ – Latchkey<\/title>/);
  expect(page).not.toMatch(/undefined|\[object|NaN|<script/);
  expect(page).toContain('<bdi translate="no">sso.latchkey.test:8443</bdi>');
  for (const landmark of ['h1', 'main', 'header']) {
    expect(tags.filter(({ name, closing }) => name === landmark && !closing)).toHaveLength(1);
  }
  const attributes = tags.flatMap((tag) => [...tag.attributes.keys()]);
  expect(attributes.filter((name) => /^on|^style$|^src$|^srcset$|^srcdoc$/i.test(name))).toEqual([]);
  assertBalanced(page);
  assertReferences(tags);
  assertInputsNamed(tags);
});

test('with a session, a second form signs out and comes back with the code', () => {
  const view = { ...sampleCredentials, account: 'demo@latchkey.test' };
  const page = renderView(view, 'de', { ...options, pageUrl: 'https://id.test/auth/device_login' });
  expect(page.match(/<form [^>]*>/g)).toEqual([
    '<form method="post" action="/auth/device_login">',
    '<form method="post" action="/logout" id="leave">',
  ]);
  const [, form = ''] = page.split('id="leave"');
  expect(form).toContain('<input type="hidden" name="csrf" value="csrf-value" />');
  expect(form).toContain('<input type="hidden" name="user_code" value="WDJB-MJHT" />');
  expect(page).toMatch(/<button [^>]*form="leave"[^>]*>Anderes Konto verwenden<\/button>/);
});

test('a path in front of the service stays in front of every address', () => {
  const page = renderView(sampleEnter, 'en', { ...options, pageUrl: 'https://id.test/auth/device_login' });
  expect(page).toContain('action="/auth/device_login"');
  expect(page).toContain('href="/auth/device_login?ui_locales=de"');
});

test('an address without a page leads to the pages that people begin from', () => {
  const page = renderView({ kind: 'failed', reason: 'not_found' }, 'en', options);
  for (const start of ['/account', '/device_login']) expect(page).toContain(`href="${start}?`);
});

test.each([
  ['approved, no one-time code', 'you signed in without a one-time code'],
  ['number, no operator', 'your account is not an operator’s'],
])('%s: says why admin was not given', (name, reason) => {
  expect(renderView(sampleViews[name]!, 'en', options)).toContain(reason);
});

describe('hostile values', () => {
  const attack = `"'></title></style><script>alert(1)</script><img src=x onerror=alert(1)>\u202E{{7*7}}`;
  const request = {
    ...sampleRequest,
    clientName: attack,
    scopes: [attack, '__proto__', 'constructor'],
    address: attack,
    userAgent: attack,
  };
  const org = { id: attack, slug: attack, name: attack };
  const invited_by = { name: attack, email: attack };
  const invited = {
    kind: 'door',
    door: 'invitation',
    csrf: attack,
    link: {
      email: attack,
      name: attack,
      needs_code: false,
      password_min_length: 12,
      invitation: { id: attack, org, role: 'member', invited_by },
      passkeys: [],
    },
  } as const;
  const views: [string, PageView][] = [
    ['enter', { ...sampleEnter, csrf: attack, userCode: attack, email: attack, request }],
    [
      'enter, signed in',
      { ...sampleEnter, userCode: attack, account: attack, request, error: 'password_missing' },
    ],
    [
      'confirm',
      { ...sampleConfirm, csrf: attack, ticket: attack, userCode: attack, account: attack, request },
    ],
    ['done', { kind: 'done', decision: 'approved', clientName: attack }],
    ['invitation', { ...invited, state: 'sign_up', name: attack, error: 'name_refused' }],
    ['invitation, other account', { ...invited, state: 'other_account', account: attack }],
    ['mail sent', { kind: 'door', door: 'reset', state: 'sent', email: attack }],
  ];

  test.each(views)('%s: nothing of them becomes markup', (_name, view) => {
    const page = renderView(view, 'en', options);
    expect(page).not.toMatch(/<script|<img|<\/title>[^]*<\/title>/);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    expect(page).toContain('&lt;script&gt;alert(1)');
    expect(scanTags(page).flatMap((tag) => [...tag.attributes.keys()])).not.toContain('onerror');
    assertBalanced(page);
  });

  test.each(views)('%s: no character that reorders text reaches anything that is read', (_name, view) => {
    const page = renderView(view, 'en', options);
    expect(page.replace(/<input [^>]*\bhidden\b[^>]*>/g, '')).not.toContain('\u202E');
  });
});
