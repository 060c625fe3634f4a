import type { EnterView } from './page-view.ts';
import { renderView } from './samples/render-view.ts';
import { sampleEnter, sampleNowMs, samplePlaces, sampleRequest } from './samples/sample-views.ts';

function render(changes: Partial<EnterView>): string {
  return renderView({ ...sampleEnter, ...changes }, 'en', {
    pageUrl: 'https://sso.test/device_login',
    nowMs: sampleNowMs,
    ...samplePlaces,
  });
}

/** The opening tag of the input with this name, white space made plain. */
function findInput(page: string, name: string): string | undefined {
  return page
    .match(/<input\s[^>]*>/g)
    ?.map((tag) => tag.replace(/\s+/g, ' '))
    .find((tag) => tag.includes(` name="${name}"`));
}

const credentials = { asks: 'credentials', userCode: 'WDJB-MJHT', request: sampleRequest } as const;

test('asks for the code first, without a field for a secret', () => {
  const page = render({ userCode: 'wdjb mjht', email: 'demo@latchkey.test', account: 'demo@latchkey.test' });
  expect(findInput(page, 'user_code')).toBe(
    '<input id="user_code" name="user_code" class="code" type="text" value="wdjb mjht" required autocomplete="off" autocapitalize="characters" autocorrect="off" spellcheck="false" translate="no" enterkeyhint="next" aria-describedby="user_code-hint" />',
  );
  expect(page).not.toMatch(/name="(?:email|password|code)"/);
  expect(page.match(/<button[^>]*>/g)).toEqual(['<button class="primary" name="decision" value="continue">']);
});

test('asks for email and password with what keyboards and password managers go by, and says who asks', () => {
  const page = render({ ...credentials, email: 'demo@latchkey.test' });
  expect(page.replace(/\s+/g, ' ')).toContain(
    'Acme Backup</bdi></strong > asks for access to your account</h1>',
  );
  expect(page).toContain('<input type="hidden" name="user_code" value="WDJB-MJHT" />');
  expect(findInput(page, 'email')).toBe(
    '<input id="email" name="email" type="text" inputmode="email" value="demo@latchkey.test" required autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" enterkeyhint="next" />',
  );
  expect(findInput(page, 'password')).toBe(
    '<input id="password" name="password" type="password" required autocomplete="current-password" enterkeyhint="go" aria-describedby="password-hint" />',
  );
  expect(page).toContain('address bar shows <strong><bdi translate="no">sso.test</bdi></strong>.');
  expect(page.match(/<button[^>]*>/g)).toEqual([
    '<button class="primary" name="decision" value="continue">',
    '<button class="link" name="decision" value="reset" formnovalidate>',
    '<button class="link" name="decision" value="signup" formnovalidate>',
  ]);
});

test('who is signed in confirms the password, and is not asked to sign in', () => {
  const page = render({ ...credentials, account: 'demo@latchkey.test' });
  expect(page).toContain('Confirm your password to see this request.');
  expect(page).not.toMatch(/Sign in\b/);
});

test('says nothing of a program that did not name itself, nor of scopes there are not', () => {
  const nothing = { userAgent: null, isSameNetwork: undefined, deviceName: undefined, scopes: [] };
  const page = render({ request: { ...sampleRequest, ...nothing, audiences: [] } }).replace(/\s+/g, ' ');
  expect(page).toContain('<dd><span class="line"><bdi translate="no">203.0.113.7</bdi></span> </dd>');
  expect(page).not.toContain('class="scopes"');
});

test('a client whose name has nothing to see is called unnamed', () => {
  expect(render({ request: { ...sampleRequest, clientName: '\u202E\u3164 ' } })).toContain('Unnamed app');
});

test('with a session it says whose, and asks for no email', () => {
  const page = render({ ...credentials, account: 'demo@latchkey.test', email: 'other@latchkey.test' });
  expect(page.replace(/\s+/g, ' ')).toContain(
    'Signed in as <strong class="account"><bdi translate="no">demo@latchkey.test</bdi></strong>',
  );
  expect(findInput(page, 'email')).toBe(
    '<input type="text" name="email" value="demo@latchkey.test" autocomplete="username" readonly hidden />',
  );
  expect(page).not.toContain('other@latchkey.test');
});

test.each([
  ['offered', 1, 1, false],
  ['expected', 1, 1, false],
  ['required', 0, 1, true],
] as const)('one-time code %s', (oneTimeCode, folds, fields, required) => {
  const page = render({ ...credentials, request: { ...sampleRequest, scopes: [] }, oneTimeCode });
  expect(page.match(/<details/g) ?? []).toHaveLength(folds);
  expect(/<details\s+open/.test(page)).toBe(oneTimeCode === 'expected');
  expect(page.match(/name="code"/g) ?? []).toHaveLength(fields);
  const input = findInput(page, 'code') ?? '';
  expect(/ required /.test(input)).toBe(required);
  expect(input).toContain('type="text" autocomplete="one-time-code" autocapitalize="characters"');
});

test.each([
  ['code_missing', {}, ['user_code']],
  ['code_invalid', {}, ['user_code']],
  ['email_missing', {}, ['email']],
  ['password_missing', {}, ['password']],
  ['credentials_invalid', {}, ['email', 'password']],
  ['credentials_invalid', { oneTimeCode: 'required' }, ['email', 'password', 'code']],
  ['credentials_invalid', { account: 'demo@latchkey.test' }, ['password']],
  ['one_time_code_required', {}, ['code']],
  ['account_mismatch', { account: 'demo@latchkey.test' }, ['password']],
  ['sign_in_expired', {}, ['password']],
  ['confirmation_expired', {}, ['user_code']],
] as const)('error %s with %j marks %j, says why once and there', (error, changes, names) => {
  const asks = names[0] === 'user_code' ? {} : credentials;
  const page = render({ ...asks, ...changes, error });
  const marked = [...page.matchAll(/<input\s[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes('aria-invalid="true"'));
  expect(marked.map((tag) => / name="([^"]+)"/.exec(tag.replace(/\s+/g, ' '))?.[1])).toEqual(names);
  for (const tag of marked) expect(tag).toMatch(/aria-describedby="field-error(?: [a-z_]+-hint)?"/);
  expect(page.match(/id="field-error"/g)).toHaveLength(1);
  const focused = error === 'credentials_invalid' ? 'password' : names[0];
  expect(page.match(/<input\s[^>]*autofocus/g)).toEqual([expect.stringContaining(`name="${focused}"`)]);
  expect(page.match(/role="alert"/g)).toHaveLength(1);
  expect(page).toMatch(/<title>Error: (?:Connect a device|Sign in|Confirm access) – Latchkey<\/title>/);
});

test('the other languages are links that keep the code, escaped', () => {
  const page = render({ userCode: 'a&b="c' });
  expect(page).toContain(
    '<a href="/device_login?ui_locales=ja&amp;user_code=a%26b%3D%22c" lang="ja" hreflang="ja">日本語</a>',
  );
  expect(page).toContain('<span aria-current="true">English</span>');
  expect(render({})).toContain('href="/device_login?ui_locales=zh"');
});

describe('the rights of a request', () => {
  const show = (scopes: readonly string[]) =>
    render({ request: { ...sampleRequest, scopes, audiences: [] } }).replace(/\s+/g, ' ');
  const five = ['openid', 'email', 'groups', 'offline_access', 'account'];

  test('are not folded where they are few', () => {
    expect(show(five)).not.toContain('Show ');
  });

  test.each([
    [true, five],
    [false, [...five, 'admin']],
  ])('speak of staying connected: %s for %j', (isSaid, scopes) => {
    expect(show(scopes).includes('stay connected')).toBe(isSaid);
  });

  test('are folded after the first three where they are many, and admin never is', () => {
    const page = show([...five, 'orgs', 'clients', 'admin']);
    const [open = '', folded = ''] = page.split('<summary>Show 3 more</summary>');
    expect([open, folded].map((part) => part.match(/<li>(?! <a)(?!<span)/g)?.length)).toEqual([3, 3]);
    expect(open).toContain('<li class="admin">');
  });

  test.each([
    [['openid', 'profile', 'email'], ['know who you are: your name, profile and email address']],
    [
      ['openid', 'email'],
      ['know which account is yours', 'see your email address'],
    ],
  ])('of identity are one only where all are asked for: %j', (scopes, words) => {
    const shown = [...show(scopes).matchAll(/<li>([^<]*)<\/li>/g)].map(([, word]) => word);
    expect(shown).toEqual(words);
  });
});
