import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { createLatchkey, createMemoryStore } from '../src/index.ts';
import { isBrowserLogin, login, type Login, type LoginOptions, type Terminal } from '../src/login/login.ts';
import type { Clock, Settings } from '../src/settings.ts';
import { createFakeSso, type Fault } from './fake-sso.ts';

type Parameters = Readonly<Record<string, string>>;
const iss = 'https://sso.test';

/** Time passes at once, but not the ten minutes that a browser has. */
const holdLongWaits = (clock: Clock): Clock => ({
  ...clock,
  wait: (ms, signal) =>
    ms < 600_000
      ? clock.wait(ms, signal)
      : new Promise((_resolve, reject) => {
          const stop = () => reject(signal?.reason as Error);
          if (signal?.aborted === true) stop();
          else signal?.addEventListener('abort', stop);
        }),
});

const redirectOf = (page: string) => new URL(page).searchParams.get('redirect_uri') ?? '';
const stateOf = (page: string) => new URL(page).searchParams.get('state') ?? '';

async function lead(page: string, parameters: Parameters): Promise<[number, string]> {
  const address = `${redirectOf(page)}?${new URLSearchParams(parameters).toString()}`;
  const response = await fetch(address, { headers: { 'accept-language': 'de' } });
  return [response.status, await response.text()];
}

const approve = (page: string) => lead(page, { code: 'good', state: stateOf(page), iss });

/** A desktop whose browser does `browse`, and what a login on it shows and keeps. */
function openDesktop(
  browse: (page: string) => unknown,
  { settings = {}, env = {} }: { readonly settings?: Partial<Settings>; readonly env?: Parameters } = {},
) {
  const sso = createFakeSso();
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => raw.push(isRaw),
  });
  const raw: boolean[] = [];
  const printed: string[] = [];
  const records: Login[] = [];
  const pages: string[] = [];
  let browsed: Promise<unknown> | undefined;
  const terminal: Terminal = {
    env: { DISPLAY: ':0', ...env },
    platform: 'linux',
    stdin,
    stderr: { isTTY: true, write: (text: string) => printed.push(text) },
    isContainer: () => false,
    async openBrowser(page) {
      pages.push(page);
      sso.authorize(page);
      browsed = Promise.resolve(browse(page));
      return (await browsed) !== false;
    },
    interrupt: () => printed.push('interrupted'),
  };
  const clock = holdLongWaits(sso.clock);
  const latchkey = createLatchkey({ ...sso.settings, clock, ...settings });
  sso.decide('approved');
  async function run(options: LoginOptions = {}): Promise<Login> {
    const ended = await login(latchkey, { terminal, keep: (record) => records.push(record), ...options });
    await browsed;
    return ended;
  }
  return { run, sso, latchkey, stdin, raw, printed, records, pages };
}

describe('in a browser', () => {
  test('a person signs in: one page is opened, and printed; a code is redeemed with its verifier', async () => {
    let shown: unknown;
    const { run, sso, pages, printed, records, raw } = openDesktop(
      async (page) => (shown = await approve(page)),
    );
    const ended = await run({
      scope: 'openid offline_access',
      audience: ['https://a.test', 'https://b.test'],
    });
    const [page = ''] = pages;
    const { searchParams, origin, pathname } = new URL(page);
    expect([origin + pathname, searchParams.getAll('aud')]).toEqual([
      `${iss}/authorize`,
      ['https://a.test', 'https://b.test'],
    ]);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'rp',
      scope: 'openid offline_access',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    });
    expect(shown).toEqual([200, expect.stringContaining('Kehren Sie zum Terminal zurück.')]);
    expect(shown).toEqual([200, expect.stringContaining('<title>Acme &#60;ID&#62;</title>')]);
    expect(sso.forms).toEqual([
      expect.objectContaining({
        grant_type: 'authorization_code',
        code: 'good',
        redirect_uri: redirectOf(page),
        code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      }),
    ]);
    expect(ended).toMatchObject({
      status: 'redeemed',
      tokens: { refreshToken: 'refresh-0', bindingChain: 'chain' },
    });
    expect(records.map(({ status }) => status)).toEqual(['pending', 'redeemed']);
    expect(printed.join('')).toBe(
      `Opening a browser to log in to “Acme <ID>” (there is a desktop here). The address, for this machine only:\n  ${page}\nPress d to log in with a code instead.\n`,
    );
    // Nobody listens any more, and the terminal is as it was.
    await expect(approve(page)).rejects.toThrow('fetch failed');
    expect(raw).toEqual([true, false]);
  });

  test('nothing that proves the login is in its record', async () => {
    const { run, sso, records } = openDesktop(approve);
    await run({ dpop: true });
    expect(JSON.stringify(records[0])).not.toContain(sso.forms[0]?.['code_verifier']);
    expect(records[0]).not.toHaveProperty('dpopKey');
  });

  test('a key is named when the login begins, and kept with the tokens', async () => {
    const { run, sso, pages } = openDesktop(approve);
    const { tokens } = await run({ dpop: true });
    expect(new URL(pages[0] ?? '').searchParams.get('dpop_jkt')).toMatch(/^[\w-]{43}$/);
    expect([sso.proofs(), tokens?.dpopKey?.kty]).toEqual([1, 'EC']);
  });

  test('whatever is no answer to it is 404 or 400 and ends nothing', async () => {
    const statuses: unknown[] = [];
    const ask = (page: string, method: string, path: string, host?: string) =>
      new Promise<unknown>((resolve) => {
        const { port, host: own } = new URL(redirectOf(page));
        const options = { port, host: '127.0.0.1', method, path, headers: { host: host ?? own } };
        request(options, (response) => resolve(response.resume().statusCode)).end();
      });
    const { run } = openDesktop(async (page) => {
      const right = new URLSearchParams({ code: 'good', state: stateOf(page), iss }).toString();
      const { port } = new URL(redirectOf(page));
      statuses.push(
        await ask(page, 'POST', `/callback?${right}`),
        await ask(page, 'HEAD', `/callback?${right}`),
        await ask(page, 'GET', `/callback/?${right}`),
        await ask(page, 'GET', `/?${right}`),
        await ask(page, 'GET', `/callback?${right}`, `localhost:${port}`),
        await ask(page, 'GET', `/callback?${right}`, 'evil.test'),
        await ask(page, 'GET', '/callback'),
        await ask(page, 'GET', `/callback?${right}&state=x`),
        await ask(page, 'GET', `/callback?${right}&iss=x`),
        ...(await Promise.all(
          [
            { code: 'good', state: 'wrong', iss },
            { code: 'good', state: stateOf(page), iss: 'https://other.test' },
            { code: 'good', state: stateOf(page) },
            { code: 'good', iss },
            { state: stateOf(page), iss },
            { error: 'access_denied', state: 'wrong', iss },
          ].map(async (parameters) => (await lead(page, parameters as Parameters))[0]),
        )),
      );
      await approve(page);
    });
    expect((await run()).status).toBe('redeemed');
    expect(statuses).toEqual([...Array(6).fill(404), ...Array(9).fill(400)]);
  });

  test('of two right answers at once one is taken', async () => {
    const { run, sso } = openDesktop((page) => Promise.allSettled([approve(page), approve(page)]));
    expect((await run()).status).toBe('redeemed');
    expect(sso.forms).toHaveLength(1);
  });

  test.each([
    ['access_denied', 'no'],
    ['invalid_scope', 'the scope x is not registered'],
  ])('%s ends it, with what sso says', async (error, description) => {
    const refuse = (page: string) =>
      lead(page, { error, error_description: description, state: stateOf(page), iss });
    const { run, records } = openDesktop(refuse);
    expect(await run()).toMatchObject({ status: 'failed', reason: error, said: description });
    expect(records.at(-1)?.status).toBe('failed');
  });

  test.each<[Fault, object]>([
    ['not_sent', { status: 'redeemed' }],
    ['busy', { status: 'redeemed' }],
    ['lost', { status: 'failed', reason: 'answer_lost' }],
    [{ code: 'invalid_grant' }, { status: 'failed', reason: 'invalid_grant' }],
    [{ code: 'invalid_client' }, { status: 'failed', reason: 'invalid_client' }],
  ])('a redemption that meets %j ends as %j', async (fault, end) => {
    const desktop = openDesktop(approve);
    desktop.sso.faults.push(fault);
    expect(await desktop.run()).toMatchObject(end);
  });

  test('without any answer it ends when its code does', async () => {
    const desktop = openDesktop(approve);
    desktop.sso.faults.push(...Array<Fault>(20).fill('not_sent'));
    expect(await desktop.run()).toMatchObject({ status: 'failed', reason: 'no_answer' });
    expect(desktop.sso.forms.length).toBe(6);
  });

  test('a session begins with its tokens, also where nothing can refresh them', async () => {
    const bare = { token_type: 'Bearer', access_token: 'only', expires_in: 600, scope: 'openid' };
    const { sso, run, latchkey } = openDesktop(approve, {
      settings: {
        fetch: async (input, init) => {
          const isToken = input === `${iss}/token`;
          return isToken ? Response.json(bare) : ((await sso.settings.fetch?.(input, init)) as Response);
        },
      },
    });
    const ended = await run();
    const store = createMemoryStore();
    const session = await latchkey.openSession(store, ended);
    expect(await session.accessToken()).toBe('only');
    await latchkey.openSession(store, ended);
    expect(await store.read()).toMatchObject({ revision: 1 });
    sso.clock.advance(600_000);
    await expect(session.accessToken()).rejects.toMatchObject({ code: 'session_ended', reason: 'expired' });
    await session.end();
    expect(await session.state()).toEqual({ status: 'ended', reason: 'signed_out' });
  });

  test('after ten minutes it has expired', async () => {
    const sso = createFakeSso();
    const { run } = openDesktop(() => undefined, { settings: { clock: sso.clock } });
    expect((await run()).status).toBe('expired');
    expect(sso.clock.waits).toEqual([600_000]);
  });

  test('an abort leaves it failed, interrupted', async () => {
    const stop = new AbortController();
    const reason = new Error('Ctrl-C');
    const { run, records, pages } = openDesktop(() => stop.abort(reason));
    await expect(run({ signal: stop.signal })).rejects.toBe(reason);
    expect(records.at(-1)).toMatchObject({ status: 'failed', reason: 'interrupted' });
    await expect(approve(pages[0] ?? '')).rejects.toThrow('fetch failed');
  });

  test('Ctrl-C does what it always does', async () => {
    const desktop = openDesktop(async (page) => {
      desktop.stdin.write('\u0003');
      await new Promise(setImmediate);
      await approve(page);
    });
    await desktop.run();
    expect(desktop.printed).toContain('interrupted');
  });

  test.each(['https://other.test/authorize', 'file:///etc/passwd'])(
    'nothing opens %s, and the login does not begin',
    async (authorization_endpoint) => {
      const issuer = { issuer: iss, token_endpoint: `${iss}/token`, authorization_endpoint };
      const fetch = async () => Response.json(issuer);
      const { run, pages } = openDesktop(approve, { settings: { fetch } });
      await expect(run()).rejects.toMatchObject({ code: 'foreign_page' });
      expect(pages).toEqual([]);
    },
  );

  test('a store that fails does so before a page opens', async () => {
    const { run, pages } = openDesktop(approve);
    const store = { ...createMemoryStore(), read: () => Promise.reject(new Error('no disk')) };
    await expect(run({ store })).rejects.toMatchObject({ code: 'store_failed' });
    expect(pages).toEqual([]);
  });
});

const hang = () => undefined;

describe('changes to a code', () => {
  test('when d is pressed', async () => {
    const desktop = openDesktop(() => desktop.stdin.write('D'));
    expect(isBrowserLogin(await desktop.run())).toBe(false);
    expect(desktop.printed.at(-1)).toMatch(/^To log in to “Acme <ID>” with a code \(d was pressed\), open\n/);
    expect(desktop.raw).toEqual([true, false]);
  });

  test('when no browser can be started', async () => {
    const { run, printed, records } = openDesktop(() => false);
    expect((await run()).status).toBe('redeemed');
    expect(printed.at(-1)).toContain('(no browser could be started)');
    expect(records.filter(isBrowserLogin).map(({ status }) => status)).toEqual(['pending']);
  });

  test('when the client may not, which its answer says', async () => {
    const { run, printed } = openDesktop((page) =>
      lead(page, { error: 'unauthorized_client', state: stateOf(page), iss }),
    );
    expect((await run()).status).toBe('redeemed');
    expect(printed.at(-1)).toContain('(this client may not use a browser)');
  });

  test('where the metadata names no page', async () => {
    const { sso, run, pages, printed } = openDesktop(hang, {
      settings: {
        async fetch(input, init) {
          const response = (await sso.settings.fetch?.(input, init)) as Response;
          if (input === `${iss}/token`) return response;
          const { authorization_endpoint: _page, ...rest } = (await response.json()) as Record<
            string,
            unknown
          >;
          return Response.json(rest);
        },
      },
    });
    expect((await run()).status).toBe('redeemed');
    expect([pages, printed.length]).toEqual([[], 1]);
    expect(printed[0]).toContain('(the installation has no page for a browser)');
  });
});

test('over SSH a code is used, unless a browser is asked for', async () => {
  const ssh = { env: { SSH_CONNECTION: '10.0.0.1 50000 10.0.0.2 22' } };
  const remote = openDesktop(approve, ssh);
  expect(isBrowserLogin(await remote.run())).toBe(false);
  expect([remote.pages, remote.printed.join('')]).toEqual([
    [],
    `To log in to “Acme <ID>” with a code (SSH_CONNECTION is set), open\n  ${iss}/device_login\nand check that it shows the code BCDF-GHJK\n`,
  ]);
  const asked = openDesktop(approve, ssh);
  expect(isBrowserLogin(await asked.run({ road: 'browser' }))).toBe(true);
});

test('a login with a code that was cut short is gone on with', async () => {
  const { run, latchkey, sso, printed } = openDesktop(approve);
  const begun = await latchkey.startDeviceLogin();
  expect((await run({ begun })).status).toBe('redeemed');
  expect(sso.forms.filter(({ grant_type: grant }) => grant === undefined)).toHaveLength(1);
  expect(printed.join('')).toContain('(as begun before)');
});
