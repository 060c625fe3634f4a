import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Environment } from '../../infra/local/environment.ts';
import { demo } from '../../infra/local/person.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import { postForm } from '../../infra/local/raw-requests.ts';
import { startService } from '../../infra/local/service-process.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { openPage, useBrowser } from './open-browser.ts';

/**
 * A stranger begins a login in another network, sends a person its link or its code, and asks for the number. What the
 * stranger gets, and how often the person has clicked until then, is the list of docs/security.md "Consent phishing".
 */
const place = useBrowser(shareStack);
const teardown = createTeardown();
const folder = mkdtempSync(join(tmpdir(), 'latchkey-phishing-'));
teardown.add(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => teardown.run());

const opened = new Map<string, Promise<string>>();

/** One more sso of the stack, with a policy, or that of the stack, which has none; its address. */
function openPolicy(name: string, policy?: Environment): Promise<string> | string {
  if (policy === undefined) return place.stack.urls.sso;
  const address = opened.get(name) ?? startPolicy(name, policy);
  opened.set(name, address);
  return address;
}

async function startPolicy(name: string, policy: Environment): Promise<string> {
  const port = String(await findFreePort());
  const sso = `http://localhost:${port}`;
  const environment = { ...place.stack.environments.sso, ...policy, PORT: port, SSO_URL: sso };
  await startService('sso', environment, join(folder, name), teardown);
  return sso;
}

const strange = { 'x-forwarded-for': '198.51.100.9' };
const client = { client_id: 'latchkey-cli' };
type Sent = 'link' | 'code' | 'code and number';

/** The stranger's device. */
async function startStrange(sso: string, scope: string) {
  const asked = { ...client, scope, confirmation: 'number' };
  const { body } = await postForm(`${sso}/device_authorization`, asked, strange);
  const device = body as Record<'device_code' | 'user_code' | 'verification_uri_complete', string>;
  const redeem = async (more: Record<string, string> = {}) => {
    const form = { ...client, grant_type: 'device_code', device_code: device.device_code, ...more };
    return (await postForm(`${sso}/token`, form, strange)).body;
  };
  return { ...device, redeem };
}

let browsed: Page | undefined;

/** A browser without cookies, as one that nobody has used. To open another costs as much as a page that it shows. */
async function openFresh(): Promise<Page> {
  browsed ??= await openPage(place.browser, { javaScriptEnabled: false, locale: 'en' });
  await browsed.context().clearCookies();
  return browsed;
}

/** A person who does all that is asked of them, as far as the pages let them. */
async function phish(sso: string, scope: string, sent: Sent): Promise<string> {
  const { user_code: code, verification_uri_complete: link, redeem } = await startStrange(sso, scope);
  const page = await openFresh();
  let clicks = 1;
  const press = async (name: string) => {
    clicks += 1;
    await page.getByRole('button', { name, exact: true }).click();
  };
  const end = (got: string) => `${got} after ${clicks}`;
  await page.goto(sent === 'link' ? link : `${sso}/device_login`);
  const field = page.getByLabel('Code', { exact: true });
  if (sent !== 'link') await field.fill(code);
  else if ((await field.inputValue()) === '') return end('nothing');
  await press('Continue');
  if ((await page.textContent('h1')) === 'This app can only be connected nearby') return end('nothing');
  await page.getByLabel('Email address').fill('root@latchkey.test');
  await page.getByLabel('Password').fill(demo.password);
  await press('Continue');
  await press('Approve');
  const shown = page.locator('.code-check .code');
  const number = (await shown.count()) === 0 ? undefined : ((await shown.textContent()) ?? '').trim();
  if (number !== undefined && sent !== 'code and number') {
    const wrong = ['0000', '9999', '5555'].filter((one) => one !== number).slice(0, 2);
    for (const confirmation of wrong) await redeem({ confirmation });
    await page.getByRole('link', { name: 'Look again' }).click();
    expect(await page.textContent('h1')).toBe('The number was wrong');
  }
  const { scope: got } = await redeem(number === undefined ? {} : { confirmation: number });
  if (typeof got !== 'string') return end('nothing');
  return end(got.split(' ').includes('admin') ? 'operator power' : 'a login');
}

const policies: [string, Environment | undefined, Record<string, string>][] = [
  [
    'off',
    undefined,
    { link: 'a login after 4', code: 'a login after 4', 'code for admin': 'operator power after 4' },
  ],
  [
    'admin',
    { DEVICE_CONFIRMATION: 'admin' },
    {
      link: 'a login after 4',
      'link for admin': 'nothing after 1',
      'code for admin': 'nothing after 4',
      'code and number for admin': 'operator power after 4',
    },
  ],
  [
    'all',
    { DEVICE_CONFIRMATION: 'all' },
    {
      link: 'nothing after 4',
      code: 'nothing after 4',
      'code and number': 'a login after 4',
      'code for admin': 'nothing after 4',
      'code and number for admin': 'operator power after 4',
    },
  ],
  [
    'same_network',
    { DEVICE_CONFIRMATION: 'off', DEVICE_POLICY: 'same_network' },
    { link: 'nothing after 1', code: 'nothing after 2', 'code for admin': 'nothing after 2' },
  ],
];

test.each(policies)('with %s', async (name, policy, expected) => {
  const sso = await openPolicy(name, policy);
  const got: Record<string, string> = {};
  for (const question of Object.keys(expected)) {
    const [sent = '', isAdmin] = question.split(' for ');
    got[question] = await phish(sso, isAdmin === undefined ? 'openid' : 'openid admin', sent as Sent);
  }
  expect(got).toEqual(expected);
});

test('a person whom no device asks stops, and the stranger gets nothing for the right number', async () => {
  const sso = await openPolicy('all', { DEVICE_CONFIRMATION: 'all' });
  const { verification_uri_complete: link, redeem } = await startStrange(sso, 'openid');
  const page = await openFresh();
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Email address').fill(demo.email);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  const number = (await page.locator('.code-check .code').textContent()) ?? '';
  await page.reload();
  expect(await page.locator('.code-check .code').textContent()).toBe(number);
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(await page.textContent('h1')).toBe('Access denied');
  expect(await redeem({ confirmation: number.trim() })).toMatchObject({ error: 'access_denied' });
});
