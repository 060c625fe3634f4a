import { doorCalls } from '@latchkey/contracts';
import type { SsoContext } from '../../src/context.ts';
import { addressOf, createApp } from '../app.ts';
import { createPage } from '../browser.ts';
import { startMs } from '../device-request.ts';
import { createDoors, email, newPassword, openLink, tokenOf } from '../doors.ts';
import { ssoUrl } from '../sso-harness.ts';

const html = { accept: 'text/html' };
type Check = SsoContext['checkPasskey'];

/** What a page asks a browser for. */
function readOffer(text: string) {
  const [, json = '{}'] = /data-options="([^"]*)"/.exec(text) ?? [];
  const options = JSON.parse(json.replaceAll('&quot;', '"')) as Record<string, unknown>;
  const fieldOf = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
  return { options, form: { csrf: fieldOf('csrf'), passkey_begun: fieldOf('passkey_begun') } };
}

describe.each<[string, (page: ReturnType<typeof createPage>) => Promise<string>]>([
  ['/login', () => Promise.resolve('/login')],
  ['/authorize', () => Promise.resolve(addressOf())],
  ['/device_login', async (page) => `/device_login?user_code=${(await page.start()).user_code}`],
])('%s', (path, addressOn) => {
  /** The page on which the person signs in. */
  async function openOn(page: ReturnType<typeof createPage>) {
    const address = await addressOn(page);
    const browser = page.openBrowser();
    const first = await browser.get(address, html);
    if (path !== '/device_login') return first;
    const { csrf } = readOffer(first.text).form;
    const { searchParams } = new URL(address, ssoUrl);
    const user_code = searchParams.get('user_code') ?? '';
    return browser.send(path, { csrf, user_code, decision: 'continue' }, html);
  }

  test('offers a passkey beside the password, to browsers with script only', async () => {
    const { headers, text } = await openOn(createPage());
    const { options, form } = readOffer(text);
    const asked = { rpId: 'sso.example.test', userVerification: 'required', timeout: 300_000 };
    expect(options).toEqual({ ...asked, challenge: expect.stringMatching(/^[\w-]{43}$/) });
    expect(form.passkey_begun).toMatch(/^\d+$/);
    expect(text).toMatch(/<div class="passkey" data-passkey="get" [^>]*hidden>/);
    expect(text).toContain('autocomplete="username webauthn"');
    const script = `${ssoUrl}/passkey.js`;
    expect(headers['content-security-policy']).toContain(`script-src ${script};`);
    expect(headers['permissions-policy']).toBe(
      'publickey-credentials-get=(self), publickey-credentials-create=(self)',
    );
  });

  test('offers none where the host of sso is an address', async () => {
    const { headers, text } = await openOn(createPage({ settings: { passkeyRpId: undefined } }));
    expect(text).toContain('autocomplete="username"');
    expect(text).not.toMatch(/data-passkey|passkey\.js/);
    expect(headers['content-security-policy']).not.toContain('script-src');
    expect(headers['permissions-policy']).toBe(
      'publickey-credentials-get=(), publickey-credentials-create=()',
    );
  });
});

test.each(['/signup', '/reset', '/session', '/nothing-here'])(
  '%s runs no script and lets no page ask for a passkey',
  async (path) => {
    const { headers, text } = await createPage({ settings: { signUp: 'open' } })
      .openBrowser()
      .get(path, html);
    expect(text).not.toContain('<script');
    expect(headers['content-security-policy']).not.toContain('script-src');
    expect(headers['permissions-policy']).toContain('publickey-credentials-get=()');
  },
);

describe('POST /login with a passkey', () => {
  async function openForm(outcome: Awaited<ReturnType<Check>>, settings = {}) {
    const asked: Parameters<Check>[0][] = [];
    const checkPasskey: Check = (presented) => {
      asked.push(presented);
      return Promise.resolve(outcome);
    };
    const page = createPage({ context: { checkPasskey }, settings });
    const browser = page.openBrowser();
    const { options, form } = readOffer((await browser.get('/login', html)).text);
    const send = (changes: Record<string, string> = {}) =>
      browser.send('/login', { ...form, passkey: 'answer', ...changes });
    return { page, asked, form, send, challenge: options['challenge'] };
  }

  test('asks user-api with the challenge of its form, which names the operation, for any account', async () => {
    const { page, asked, form, send, challenge } = await openForm({ outcome: 'refused' });
    page.clock.advance(899);
    const { status, body } = await send();
    expect([status, body.error]).toEqual([401, 'invalid_credentials']);
    await send();
    expect(asked[0]).toMatchObject({ assertion: 'answer', challenge, userId: undefined });
    expect(asked[1]?.op).toBe(asked[0]?.op);
    await send({ passkey_begun: String(Number(form.passkey_begun) - 1) });
    expect(asked[2]?.challenge).not.toBe(challenge);
  });

  test.each([
    ['spent', 400, 'invalid_value'],
    ['other_account', 400, 'invalid_value'],
    ['refused', 401, 'invalid_credentials'],
  ] as const)('%s: %d %s, and nobody is signed in', async (outcome, status, error) => {
    const { page, send } = await openForm({ outcome });
    const answer = await send();
    expect([answer.status, answer.body.error, page.sessions.size]).toEqual([status, error, 0]);
  });

  test('429 with the wait where user-api says so', async () => {
    const { send } = await openForm({ outcome: 'throttled', retryAfterSeconds: 90 });
    const { status, headers } = await send();
    expect([status, headers['retry-after']]).toEqual([429, '90']);
  });

  test.each([
    ['15 minutes later', 900, {}],
    ['with a time to come', 0, { passkey_begun: String(startMs + 1) }],
    ['without a time', 0, { passkey_begun: '' }],
  ])('400 for a form that is sent %s, and user-api is not asked', async (_when, seconds, changes) => {
    const { page, asked, send } = await openForm({ outcome: 'refused' });
    page.clock.advance(seconds);
    const { status, body } = await send(changes);
    expect([status, body.error, asked]).toEqual([400, 'invalid_value', []]);
  });
});

test('a passkey signs in at /authorize, where the question comes next', async () => {
  const amr = ['hwk', 'user', 'mfa'];
  const app = createApp({
    context: {
      checkPasskey: (_presented, origin) =>
        // What a passkey has shown besides is no outcome of a password.
        app.context
          .checkPassword({ ...typed, op: 'op' }, origin)
          .then((result) => ({ ...result, amr }) as never),
    },
  });
  const typed = { email, password: 'correct horse battery', code: '', newPassword: '' };
  const { form } = readOffer((await app.browser.get(addressOf(), html)).text);
  expect(await app.submit(addressOf(), { ...form, passkey: 'answer' })).toMatchObject({ outcome: 'ask' });
});

describe('/reset of an account with passkeys', () => {
  const used = { last_used_at: '2026-10-30T08:00:00.000Z', synced: true, usable: true };
  const passkey = { id: 'p1', name: 'My "phone"', created_at: '2026-10-29T08:00:00.000Z', ...used };
  const account = { user_id: 'user-1', has_account: true, email };
  const reset = { purpose: 'reset' as const, ...account, passkeys: [passkey] };
  const passwords = { new_password: newPassword, new_password_again: newPassword };

  test('lists them with their days, and ends them unless its box is cleared', async () => {
    const browser = createDoors({ links: { r: reset } }).openBrowser();
    await openLink(browser, '/reset', 'r');
    const { text } = await browser.get('/reset', html);
    expect(text).toContain('My &quot;phone&quot;');
    expect(text).toContain(passkey.created_at);
    expect(text).toContain(passkey.last_used_at);
    expect(text.replace(/\s+/g, ' ')).toMatch(/<input type="checkbox" id="end_passkeys"[^>]* checked/);
  });

  test.each([
    ['with its box', { passkeys: 'shown', end_passkeys: 'yes' }, false],
    ['with the box cleared', { passkeys: 'shown' }, true],
    ['without a box', {}, false],
    ['that never showed the box', { end_passkeys: 'yes' }, false],
  ])('a form %s: they stay %p', async (_what, box, stay) => {
    const doors = createDoors({ links: { r: reset } });
    const browser = doors.openBrowser();
    const { csrf = '' } = await openLink(browser, '/reset', 'r');
    await browser.send('/reset', { csrf, act: 'reset', email, ...passwords, ...box });
    expect(doors.asked.at(-1)).toMatchObject([
      doorCalls.resetPassword.path,
      { token: tokenOf('r'), keep_passkeys: stay },
    ]);
  });
});
