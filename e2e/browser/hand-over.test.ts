import { readDropLink, takeDropLink } from '@latchkey/client';
import type { Page } from 'playwright-core';
import { shareStack } from '../../infra/local/share-stack.ts';
import { createPeople } from '../http/walk/people.ts';
import { openPage, useBrowser } from './open-browser.ts';

const place = useBrowser(shareStack);

const phone = {
  viewport: { width: 360, height: 740 },
  locale: 'en',
  isMobile: true,
  hasTouch: true,
} as const;
const desktop = { viewport: { width: 1280, height: 800 }, locale: 'en' } as const;
const unscripted = { javaScriptEnabled: false } as const;
type Device = Parameters<typeof openPage>[1];

/** A finger on the phone, a mouse elsewhere. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  if (page.viewportSize()?.width !== 360) return button.click();
  await Promise.all([page.waitForEvent('domcontentloaded'), button.tap()]);
}

/** What proxies see of a request, and what none of them may: the keys of all links. */
const seen: Promise<string>[] = [];
const keys = new Set<string>();

async function open(device: Device): Promise<Page> {
  const page = await openPage(place.browser, device);
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const line = async () => `${pathname}${search} ${(await request.allHeaders())['referer'] ?? ''}`;
    seen.push(line().catch(() => ''));
  });
  return page;
}

const openDrops = (page: Page) => page.goto(`${place.stack.urls.sso}/account/drops`);
async function linkOn(page: Page): Promise<string> {
  const link = (await page.locator('code.secret').textContent()) ?? '';
  keys.add(readDropLink(link).key ?? '');
  return link;
}

/** A new person, on the page of their links. */
async function openPerson(device: Device) {
  const { email, password } = await createPeople(place.stack.urls).newPerson();
  const page = await open(device);
  await openDrops(page);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign in');
  return { page, email };
}

async function visit(link: string, device: Device): Promise<Page> {
  const page = await open(device);
  await page.goto(link);
  return page;
}

/** Fills the form that makes a link, and answers the link. */
async function make(page: Page, text: string, label: string): Promise<string> {
  const fold = page.locator('details', { hasText: 'Send a secret' });
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
  await fold.getByLabel('Secret', { exact: true }).fill(text);
  await fold.getByLabel('Label').fill(label);
  await fold.getByRole('button').click();
  return linkOn(page);
}

/** What a mail scanner does with a link. */
async function scan(link: string): Promise<void> {
  for (const method of ['HEAD', 'GET', 'GET'])
    await fetch(link, { method, headers: { 'user-agent': 'Scanner/1.0' } }).then((given) => given.text());
}

test.each([
  ['a phone', phone, { ...desktop, ...unscripted }],
  ['a desktop', desktop, { ...phone, ...unscripted }],
])(
  'a person on %s makes a link, a scanner looks first, and one stranger takes it',
  async (_name, of, others) => {
    const { page, email } = await openPerson(of);
    const link = await make(page, 'user: ada\npassword: <b>herons</b>', 'Router');
    const { key = '' } = readDropLink(link);
    expect([page.url(), await page.title()].join(' ')).not.toContain('dk1_');
    await scan(link);
    const taker = await visit(link, others);
    if ('javaScriptEnabled' in others) await taker.getByLabel('Key', { exact: true }).fill(key);
    await press(taker, 'Open it now');
    expect(await taker.textContent('pre')).toBe('user: ada\npassword: <b>herons</b>');
    const second = await visit(link, others);
    expect(await second.textContent('h1')).toBe('This link does not lead anywhere');
    await place.stack.mailbox.waitFor(email, ({ text }) => text.includes('Router'));
    await page.getByRole('link', { name: 'Back to your links' }).click();
    expect(await page.locator('.item', { hasText: 'Router' }).textContent()).toMatch(
      /Taken.*without an account/s,
    );
    await press(page, 'Remove from the list');
    expect(await page.getByRole('status').textContent()).toBe('The link is removed from the list.');
    expect(await page.textContent('main')).toContain('You have made no links.');
  },
);

test('a form that is sent again says that its link was shown, and a revoked link leads nowhere', async () => {
  const { page } = await openPerson(desktop);
  const link = await make(page, 'one', 'Twice');
  await page.reload();
  expect(await page.getByRole('alert').textContent()).toContain('This form was sent before');
  expect(await page.getByLabel('Secret', { exact: true }).inputValue()).toBe('one');
  expect(await page.locator('.item', { hasText: 'Twice' }).count()).toBe(1);
  await press(page, 'Revoke Twice');
  expect(await page.getByRole('status').textContent()).toContain('The link is revoked');
  await expect(takeDropLink(link)).rejects.toMatchObject({ code: 'not_active' });
  await press(page, 'Remove from the list Twice');
  expect(await (await visit(link, phone)).textContent('h1')).toBe('This link does not lead anywhere');
});

/** Asks for a secret, and answers the link. */
async function ask(page: Page, asks: string): Promise<string> {
  const fold = page.locator('details', { hasText: 'Ask for a secret' });
  await fold.locator('summary').click();
  await fold.getByLabel('What do you ask for?').fill(asks);
  await fold.getByRole('button').click();
  return linkOn(page);
}

async function fillIn(page: Page, text: string, key?: string): Promise<void> {
  await page.getByLabel('The secret').fill(text);
  if (key !== undefined) await page.getByLabel('Key', { exact: true }).fill(key);
  await press(page, 'Hand it over');
}

/** Opens what was filled in, with the link that was kept. */
async function openOwn(page: Page, link: string): Promise<void> {
  await openDrops(page);
  await page.getByText('Open a secret that you asked for').click();
  await page.getByLabel('Link', { exact: true }).fill(link);
  await press(page, 'Open it now');
}

test.each([
  ['a phone without script', { ...phone, ...unscripted }, desktop],
  ['a desktop without script', { ...desktop, ...unscripted }, phone],
])('a person on %s asks a stranger for a key, hears of it, and opens it once', async (_name, of, others) => {
  const { page, email } = await openPerson(of);
  const link = await ask(page, 'the key of staging');
  const { key = '' } = readDropLink(link);
  await scan(link);
  const typed = 'javaScriptEnabled' in others ? key : undefined;
  const wrong = await visit(link.split('#')[0] ?? '', others);
  await fillIn(wrong, 'not yet', `dk1_${'w'.repeat(43)}`);
  expect(await wrong.getByRole('alert').textContent()).toContain('This key is wrong');
  const reader = await visit(link, others);
  await reader.reload();
  expect(await reader.textContent('main')).toMatch(/Never a password of yours.*w…@.*the key of staging/s);
  const [stranger, late] = [await visit(link, others), await visit(link, others)];
  await fillIn(stranger, 'four\nquiet herons', typed);
  expect(await stranger.textContent('h1')).toBe('The secret is handed over');
  await fillIn(late, 'another', typed);
  expect(await late.textContent('h1')).toBe('Nothing can be filled in here any more');
  await place.stack.mailbox.waitFor(email, ({ subject }) => subject.includes('asked for is there'));
  await openOwn(page, link);
  expect(await page.textContent('pre')).toBe('four\nquiet herons');
  await openOwn(page, link);
  expect(await page.locator('#link').inputValue()).toBe(link);
  expect(await page.textContent('main')).toContain('There is nothing to open');
  expect(await page.locator('.item', { hasText: 'the key of staging' }).textContent()).toContain('by you');
});

test('no path, query or Referer of a browser has had a key in it', async () => {
  const lines = await Promise.all(seen);
  for (const page of ['/d/', '/fill/']) expect(lines.some((line) => line.startsWith(page))).toBe(true);
  expect(keys.size).toBeGreaterThan(0);
  expect(lines.filter((line) => [...keys].some((key) => line.includes(key)))).toEqual([]);
});
