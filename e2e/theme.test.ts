import { join } from 'node:path';
import { createSkin, latchkeyTheme, locales, readTheme, type Theme } from '@latchkey/pages';
import { rootDir } from '../infra/local/paths.ts';
import { renderPage as renderDropPage } from '../services/drop/src/page/render.ts';
import { sampleViews as dropViews } from '../services/drop/src/page/sample-views.ts';
import { renderView } from '../services/sso/src/people/page/samples/render-view.ts';
import {
  sampleChoice,
  sampleConfirm,
  sampleNowMs,
  samplePlaces,
  sampleRequest,
  sampleViews as ssoViews,
} from '../services/sso/src/people/page/samples/sample-views.ts';
import { createCompose } from '../services/user-api/src/people/mail/compose.ts';
import { createLinkTokens } from '../services/user-api/src/people/mail/link-token.ts';
import { sampleMails } from '../services/user-api/src/people/mail/sample-mails.ts';

/** An installation under another name shows no person the name of the product. */

const theme: Theme = { ...latchkeyTheme, name: 'Marlow & Kin', sender: 'Marlow & Kin' };
const skin = createSkin(theme);
const inHtml = 'Marlow &amp; Kin';

const compose = createCompose({
  linkTokens: createLinkTokens([{ kid: 'a', key: Buffer.alloc(32, 'a') }]),
  ssoUrl: 'https://sso.example.test',
  theme,
});

test.each(['halden', 'tarn'])('the theme %s of docs/themes can be worn', (name) => {
  const worn = createSkin(readTheme(join(rootDir, `docs/themes/${name}/theme.json`)));
  expect([...worn.pictures.keys()]).toContainEqual(expect.stringMatching(/^\/theme\/[\w-]{22}\.svg$/));
});

describe.each(locales)('in %s', (locale) => {
  test.each(Object.entries(ssoViews))('the page %s has the name of the theme', (_name, view) => {
    const options = { pageUrl: 'https://sso.example.test/login', nowMs: sampleNowMs, ...samplePlaces, skin };
    expectTheme(renderView(view, locale, options));
  });

  test.each(Object.entries(dropViews))('the page of a drop, %s, has the name of the theme', (_name, view) => {
    const scene = { skin, pageUrl: 'https://drop.example.test/d/d1', scriptPath: '/fill-key.js' };
    expectTheme(renderDropPage(view, locale, scene));
  });

  test.each(Object.entries(sampleMails))('the mail %s has the name of the theme', (_name, mail) => {
    const { subject, text, html } = compose({ ...mail, locale });
    expect(text).toContain(theme.name);
    expect(html).toContain(inHtml);
    expect(subject + text + html).not.toContain('Latchkey');
  });

  test('what devices and orgs call themselves stands in quotation marks', () => {
    const options = { pageUrl: 'https://sso.example.test/login', nowMs: sampleNowMs, ...samplePlaces, skin };
    const orgDevice = { ...sampleRequest, registeredBy: { kind: 'org', name: 'Globex' } } as const;
    const views = [...Object.values(ssoViews), { ...sampleConfirm, request: orgDevice }];
    const pages = views.map((view) => renderView(view, locale, options)).join('');
    const said = pages.matchAll(/(.)(?:&nbsp;)?<bdi translate="no">(anna’s laptop|tv|Globex|Acme)<\/bdi>/gsu);
    const found = [...said].map(([, before, name]) => [name, before]);
    expect(new Set(found.map(([name]) => name))).toEqual(new Set(['anna’s laptop', 'tv', 'Globex', 'Acme']));
    expect(found.filter(([, before = '']) => !'“„«「'.includes(before))).toEqual([]);
  });

  test('the warning of the approval page and the words for a password name it', () => {
    const options = { pageUrl: 'https://sso.example.test/login', nowMs: sampleNowMs, ...samplePlaces, skin };
    const refused = { ...sampleChoice, error: 'new_password_own_name' } as const;
    for (const view of [sampleConfirm, refused, ssoViews['failed, unavailable']!])
      expect(mainOf(renderView(view, locale, options))).toContain(inHtml);
  });
});

function expectTheme(page: string): void {
  expect(page).toContain(` – ${inHtml}</title>`);
  expect(page).toContain(`>${inHtml}</span>`);
  expect(page).not.toContain('Latchkey');
}

function mainOf(page: string): string {
  return page.slice(page.indexOf('<main'), page.indexOf('</main>'));
}
