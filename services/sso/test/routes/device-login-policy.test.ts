import type { DevicePolicy } from '@latchkey/contracts';
import { createPage } from '../browser.ts';

const near = '198.51.100.7';
const far = '203.0.113.7';
const mustType = { outcome: 'enter', error: 'invalid_value', user_code: '' };
const refusedPlace = { outcome: 'other_network', error: 'forbidden' };

/** A request from `near` of a client with this policy, where the installation asks for that one of all. */
async function createAsked(devicePolicy: DevicePolicy, leastDevicePolicy: DevicePolicy = 'any') {
  const page = createPage({ settings: { leastDevicePolicy } });
  page.clients.set('demo-cli', { ...page.clients.get('demo-cli')!, devicePolicy });
  const started = await page.start({ client_id: 'demo-cli' }, { 'x-forwarded-for': '198.51.100.200' });
  return { ...page, ...started };
}

const typed = [
  ['typed', 'any'],
  ['any', 'same_network'],
] as const;

describe.each(typed)('a client with the policy %s, where all have at least %s', (own, least) => {
  test('400 for a code of an address, which the page does not show', async () => {
    const { openBrowser, user_code } = await createAsked(own, least);
    const { status, body } = await openBrowser(near).get(`/device_login?user_code=${user_code}`);
    expect([status, body]).toMatchObject([400, mustType]);
    expect(body).not.toHaveProperty('request');
  });

  test.each(['continue', 'approve', 'deny'])(
    '400 for a form of an address, which checks nothing, at the decision %s',
    async (decision) => {
      const { openBrowser, user_code, asked, find } = await createAsked(own, least);
      const browser = openBrowser(near);
      const scripted = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      const filled = await browser.get(`/device_login?user_code=${user_code}`, scripted);
      const { csrf } = filled.body as { csrf: string };
      const refused = await browser.signIn({ user_code, csrf, decision });
      expect([refused.status, refused.body, asked]).toMatchObject([400, mustType, []]);
      expect((await find(user_code))?.state).toBe('pending');
    },
  );

  test('200 for a code that was typed', async () => {
    const { openBrowser, user_code, find } = await createAsked(own, least);
    const browser = openBrowser(near);
    await browser.decide(await browser.signIn({ user_code }), 'approve');
    expect((await find(user_code))?.state).toBe('approved_waiting_pickup');
  });
});

describe.each([
  ['same_network', 'any'],
  ['typed', 'same_network'],
] as const)('a client with the policy %s, where all have at least %s', (own, least) => {
  test('403 from another network, before anything is checked or spent', async () => {
    const { openBrowser, user_code, asked, find, typesOf } = await createAsked(own, least);
    const refused = await openBrowser(far).signIn({ user_code });
    expect([refused.status, refused.body, asked]).toMatchObject([403, refusedPlace, []]);
    expect(await find(user_code)).toMatchObject({ state: 'pending', wrongPasswords: 0 });
    expect(await typesOf()).toEqual([]);
    const browser = openBrowser(near);
    await browser.decide(await browser.signIn({ user_code }), 'approve');
    expect((await find(user_code))?.state).toBe('approved_waiting_pickup');
  });

  test('403 for a decision from another network than the first step; it can be made again', async () => {
    const { openBrowser, user_code, find } = await createAsked(own, least);
    const browser = openBrowser(near);
    const moved = { 'x-forwarded-for': far };
    const refused = await browser.decide(await browser.signIn({ user_code }), 'approve', moved);
    expect([refused.status, refused.body]).toMatchObject([403, refusedPlace]);
    expect((await find(user_code))?.state).toBe('pending');
    await browser.decide(await browser.signIn({ user_code }), 'approve');
    expect((await find(user_code))?.state).toBe('approved_waiting_pickup');
  });

  test('200 for a denial from another network', async () => {
    const { openBrowser, user_code, find } = await createAsked(own, least);
    const browser = openBrowser(near);
    const moved = { 'x-forwarded-for': far };
    const denied = await browser.decide(await browser.signIn({ user_code }), 'deny', moved);
    expect(denied.body).toMatchObject({ outcome: 'denied' });
    expect((await find(user_code))?.failure).toBe('denied');
  });
});

test('400 for an approval with a code of an address, where typed codes became the rule after the first step', async () => {
  const { openBrowser, user_code, find, context } = await createAsked('any');
  const browser = openBrowser(near);
  const { csrf } = (await browser.get(`/device_login?user_code=${user_code}`)).body as { csrf: string };
  const confirm = await browser.signIn({ user_code, csrf });
  expect(confirm.body).toMatchObject({ outcome: 'confirm' });
  Object.assign(context.settings, { leastDevicePolicy: 'typed' });
  const refused = await browser.decide(confirm, 'approve');
  expect([refused.status, refused.body]).toMatchObject([400, mustType]);
  expect((await find(user_code))?.state).toBe('pending');
});

test.each(['unknown', '_hidden', '', 'localhost:80'])(
  '403 where the proxy forwards %j for device and browser: who is unknown is in no network',
  async (forwarded) => {
    const page = createPage({ settings: { leastDevicePolicy: 'same_network' } });
    const { user_code } = await page.start({ client_id: 'demo-cli' }, { 'x-forwarded-for': forwarded });
    const refused = await page.openBrowser(forwarded).signIn({ user_code });
    expect([refused.status, refused.body, page.asked]).toMatchObject([403, refusedPlace, []]);
  },
);

test('200 where the proxy adds ports to the addresses of one network', async () => {
  const page = createPage({ settings: { leastDevicePolicy: 'same_network' } });
  const { user_code } = await page.start({ client_id: 'demo-cli' }, { 'x-forwarded-for': `${near}:51000` });
  expect((await page.openBrowser(`"${near}:443"`).signIn({ user_code })).body.outcome).toBe('confirm');
});

test('typed alone refuses no network', async () => {
  const { openBrowser, user_code } = await createAsked('typed');
  expect((await openBrowser(far).signIn({ user_code })).body.outcome).toBe('confirm');
});

test('a change of the client holds for its next request; what has begun keeps the policy that it began with', async () => {
  const { openBrowser, user_code, clients } = await createAsked('same_network');
  clients.set('demo-cli', { ...clients.get('demo-cli')!, devicePolicy: 'any' });
  expect((await openBrowser(far).signIn({ user_code })).status).toBe(403);
});
