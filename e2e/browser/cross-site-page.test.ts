import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demo } from '../../infra/local/person.ts';
import { createRelyingParty, pickUp } from '../client/sign-in.ts';
import { openStack } from '../open-stack.ts';
import { openPage, useBrowser } from './open-browser.ts';

const place = useBrowser(openStack);
let foreign: Server;
afterAll(() => foreign.close());

/** Serves one page on another site than that of the services. Its address. */
async function serveForeign(html: string): Promise<string> {
  foreign = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => foreign.listen(0, resolve));
  const host = new URL(place.stack.urls.sso).hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return `http://${host}:${(foreign.address() as AddressInfo).port}/`;
}

test('five images on the page of another site lock nobody out, and a person on that network approves', async () => {
  const images = Array.from(
    { length: 5 },
    (_, index) => `<img src="${place.stack.urls.sso}/device_login?user_code=BBBB-CCC${'BCDFG'[index]}">`,
  );
  const address = await serveForeign(`<!doctype html><title>Foreign</title>${images.join('')}`);
  const victim = await openPage(place.browser, { locale: 'en' });
  let asked = 0;
  // The browser sends each of them and keeps the answer from the page, because it is no image.
  victim.on('requestfailed', (request) => (asked += Number(request.url().startsWith(place.stack.urls.sso))));
  await victim.goto(address, { waitUntil: 'load' });
  expect(asked).toBe(5);

  const latchkey = createRelyingParty(place.stack.urls);
  const device = await latchkey.startDeviceLogin();
  const page = await openPage(place.browser, { locale: 'en' });
  await page.goto(device.verificationUriComplete);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Email address').fill(demo.email);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(await page.textContent('main')).toContain(device.userCode);
  await page.getByRole('button', { name: 'Approve' }).click();
  expect(await page.textContent('h1')).toBe('Access approved');
  expect((await pickUp(latchkey, device)).status).toBe('redeemed');
});
