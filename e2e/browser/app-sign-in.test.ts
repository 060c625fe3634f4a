import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';
import type { Page } from 'playwright-core';
import { demo } from '../../infra/local/person.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import { openPage, useBrowser } from './open-browser.ts';

/** An app on this computer, with openid-client as it comes. */
interface App {
  readonly url: string;
  readonly answers: (Awaited<ReturnType<typeof client.authorizationCodeGrant>> | Error)[];
  readonly server: Server;
}

const place = useBrowser(shareStack);
let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.server.close());

async function startApp(): Promise<App> {
  const execute = [client.allowInsecureRequests, client.enableNonRepudiationChecks];
  const issuer = new URL(place.stack.urls.sso);
  const config = await client.discovery(issuer, demo.cli.client_id, undefined, client.None(), { execute });
  const answers: App['answers'] = [];
  const [verifier, state, nonce] = [
    client.randomPKCECodeVerifier(),
    client.randomState(),
    client.randomNonce(),
  ];
  const server = createServer((request, response) => {
    void answer(new URL(request.url ?? '/', url)).then((location) =>
      location === undefined
        ? response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>back in the app</h1>')
        : response.writeHead(302, { location }).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  async function answer(asked: URL): Promise<string | undefined> {
    if (asked.pathname === '/callback') {
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
      answers.push(
        await client.authorizationCodeGrant(config, asked, checks).catch((error: unknown) => error as Error),
      );
      return undefined;
    }
    const code_challenge = await client.calculatePKCECodeChallenge(verifier);
    const sent = { redirect_uri: `${url}/callback`, scope: 'openid email offline_access', state, nonce };
    const more = Object.fromEntries(asked.searchParams);
    const pkce = { code_challenge, code_challenge_method: 'S256' };
    return client.buildAuthorizationUrl(config, { ...sent, ...pkce, ...more }).href;
  }
  return { url, answers, server };
}

const phone = { width: 360, height: 740 };
const open = (javaScriptEnabled = true) =>
  openPage(place.browser, { viewport: phone, javaScriptEnabled, locale: 'en' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function signIn(page: Page, password: string = demo.password): Promise<void> {
  await page.getByLabel('Email address').fill(demo.email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign in');
}

test.each([true, false])(
  'from the app through sign-in and question back to it, with tokens; scripts: %s',
  async (withScript) => {
    const page = await open(withScript);
    await page.goto(`${app.url}/start`);
    expect(await page.textContent('main')).toContain('an app on this computer');
    await signIn(page, 'wrong');
    expect(await page.textContent('main')).toContain('is not correct');
    await signIn(page);
    expect(await page.textContent('h1')).toContain('use your account?');
    await press(page, 'Allow');
    await page.waitForURL(`${app.url}/callback?**`);
    const tokens = app.answers.at(-1);
    if (tokens === undefined || tokens instanceof Error) throw tokens;
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'openid email offline_access' });
    expect(tokens.claims()).toMatchObject({ aud: demo.cli.client_id, email: demo.email });
  },
);

test('who denies stays on a page with the way back, and the app gets access_denied', async () => {
  const page = await open();
  await page.goto(`${app.url}/start`);
  await signIn(page);
  await press(page, 'Deny');
  expect(await page.textContent('h1')).toBe('Access denied');
  await page.getByRole('link', { name: 'Go back' }).click();
  await page.waitForURL(`${app.url}/callback?**`);
  expect(app.answers.at(-1)).toMatchObject({ error: 'access_denied' });
});
