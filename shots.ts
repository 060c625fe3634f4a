// usage: node shots.ts OUTDIR
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { findChromium } from './infra/local/chromium.ts';
import { createExampleApp } from './packages/http-server/test/example-app.ts';
import * as dropRoutes from './services/drop/src/routes.ts';
import { service as drop } from './services/drop/src/service.ts';
import * as ssoRoutes from './services/sso/src/routes.ts';
import * as userApi from './services/user-api/src/routes.ts';

const out = process.argv[2]!;
const executablePath = await findChromium('/tmp/docsui-chromium');
const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox', '--disable-gpu'] });
const list = [
  ['sso', ssoRoutes.service, ssoRoutes.createRouteGroups({} as never), ['/device_authorization', '/token']],
  ['user-api', userApi.service, userApi.groupRoutes({ headerAuth: {}, legacyAuth: 'off' }), ['/oauth/clients/create', '/oauth/clients/search','/auth/member/exchange']],
  ['drop', drop, dropRoutes.createRouteGroups({}, ''), ['/v1/drop/store']],
] as const;
const site = { addresses: { sso: 'http://localhost:4001', 'user-api': 'http://localhost:4002', drop: 'http://localhost:4003' }, shown: ['sso', 'user-api', 'drop'], clientId: 'demo-cli' };
for (const [name, service, groups, paths] of list) {
  const app = createExampleApp([], { service, groups, context: {}, site } as never);
  const server = createServer(app.express);
  await new Promise((r) => server.listen(0, '127.0.0.1', () => r(0)));
  const origin = `http://127.0.0.1:${(server.address() as any).port}`;
  const text = await (await fetch(`${origin}/openapi.json`)).text();
  console.log(name, 'served', Buffer.byteLength(text));
  for (const width of [390, 1280]) for (const scheme of (width === 1280 ? ['light', 'dark'] : ['light']) as const) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
    page.on('console', (l) => console.log('console', l.text()));
    page.on('pageerror', (l) => console.log('error', l.message));
    await page.goto(`${origin}/docs`);
    await page.waitForSelector('.opblock');
    if (scheme === 'light') console.log(name, width, 'page', await page.evaluate('document.documentElement.scrollHeight'), 'intro', await page.evaluate('document.querySelector(".information-container")?.getBoundingClientRect().height'), 'wide', await page.evaluate('document.documentElement.scrollWidth'));
    for (const [at, path] of paths.entries()) {
      if (scheme === 'dark' && at > 0) continue;
      await page.click(`[data-path="${path}"]`);
      await page.waitForSelector('.opblock.is-open .responses-table');
      await page.waitForTimeout(500);
      const box = page.locator('.opblock.is-open');
      if (scheme === 'light') console.log(name, width, path, (await box.boundingBox())?.height, 'wide', await page.evaluate('document.documentElement.scrollWidth'));
      await box.screenshot({ path: `${out}/${name}-${width}-${scheme}-${at}.png` });
      if (at === 0) await page.screenshot({ path: `${out}/${name}-${width}-${scheme}-top.png`, clip: { x: 0, y: 0, width, height: 1400 }, fullPage: true });
      await page.click(`[data-path="${path}"]`);
    }
    if (width === 1280 && scheme === 'light' && process.argv[3] === 'all') {
      const rows: [number, string][] = [];
      for (const path of await page.$$eval('[data-path]', (all) => all.map((e) => e.getAttribute('data-path')!))) {
        const sel = `[data-path="${path}"]`;
        await page.locator(sel).first().click();
        await page.waitForSelector('.opblock.is-open .responses-table');
        rows.push([(await page.locator('.opblock.is-open').boundingBox())!.height, path]);
        await page.locator(sel).first().click();
      }
      rows.sort((a, b) => b[0] - a[0]);
      console.log(rows.slice(0, 6), 'median', rows[rows.length >> 1]![0]);
    }
    await page.close();
  }
  server.close();
}
await browser.close();
