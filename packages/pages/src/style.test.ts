import { createHash } from 'node:crypto';
import { createFrame, renderDocument } from './document.ts';
import { html } from './html.ts';
import { createSkin } from './skin.ts';
import { createStyle } from './style.ts';
import { latchkeyTheme, type Theme } from './theme/theme.ts';

const logo = { hash: 'light', kind: 'svg', bytes: Buffer.from('<svg/>') } as const;
const logoDark = { hash: 'dark', kind: 'png', bytes: Buffer.from('png') } as const;
const show = (theme: Partial<Theme>, options?: Parameters<typeof createSkin>[1]) => {
  const skin = createSkin({ ...latchkeyTheme, ...theme }, options);
  return {
    skin,
    page: renderDocument({ title: 't', content: html`` }, createFrame('en', 'https://sso.test/p', skin)),
  };
};

test('the policy source is the hash of exactly what stands in the style element', () => {
  const { page, skin } = show({ radius: 'none' });
  const css = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
  expect(css).toContain('--round: 0;');
  expect(skin.styleSource).toBe(`'sha256-${createHash('sha256').update(css).digest('base64')}'`);
});

test('the style loads nothing and would survive the HTML parser unchanged', () => {
  expect(createStyle(latchkeyTheme)).not.toMatch(/url\(|@import|@font-face|image-set|<|\r/i);
});

test('every colour that the style uses is one of the palette', () => {
  const used = [...createStyle(latchkeyTheme).matchAll(/var\(--([a-z-]+)\)/g)].map(([, name = '']) => name);
  const known = [...Object.keys(latchkeyTheme.palettes.light), 'shadow', 'round'];
  expect([...new Set(used)].filter((name) => !known.includes(name))).toEqual([]);
});

test('a scheme that is named has its colours only', () => {
  const css = createStyle(latchkeyTheme, 'dark');
  expect(css).not.toContain('prefers-color-scheme');
  expect(css).toContain(`--card: ${latchkeyTheme.palettes.dark.card};`);
});

test('a logo is an image of the service, and another one where the ground is dark', () => {
  const { page, skin } = show({ name: 'Acme', logo, logoDark }, { base: '/drop' });
  expect(page).toContain('<source srcset="/drop/theme/dark.png" media="(prefers-color-scheme: dark)" />');
  expect(page).toContain('<img class="mark" src="/drop/theme/light.svg" alt="" />');
  expect([...skin.pictures.keys()]).toEqual(['/favicon.ico', '/theme/light.svg', '/theme/dark.png']);
  expect(skin.pictures.get('/theme/dark.png')).toMatchObject({
    type: 'image/png',
    cacheControl: 'public, max-age=31536000, immutable',
  });
  expect(skin.pictures.get('/favicon.ico')).toMatchObject({ type: 'image/svg+xml', bytes: logo.bytes });
});

test('one logo is for both grounds', () => {
  const { page, skin } = show({ name: 'Acme', logo });
  expect(page).not.toContain('<source');
  expect(skin.pictures.size).toBe(2);
});

test('an installation without a logo has its first letter, never the key of Latchkey', () => {
  const { page, skin } = show({ name: 'élan' });
  expect(page).toMatch(/<text class="mark-letter"[^>]*>É<\/text>/);
  expect(page).not.toContain('class="mark-key"');
  expect(String(skin.pictures.get('/favicon.ico')?.bytes)).toContain('>É</text>');
});

test('the foot of each page leads where the theme says, and there is no empty one', () => {
  const { page } = show({
    support: 'mailto:help@acme.test',
    terms: 'https://acme.test/?a=1&b=2',
    privacy: undefined,
  });
  expect(page).toContain('<a href="mailto:help@acme.test">Help</a>');
  expect(page).toContain('<a href="https://acme.test/?a=1&amp;b=2">Terms</a>');
  expect(page).not.toContain('Privacy');
  expect(show({}).page).not.toContain('<footer');
});
