import { createHash } from 'node:crypto';
import { createFrame, renderDocument } from './document.ts';
import { html } from './html.ts';
import { createSkin } from './skin.ts';
import { pageStyle, styleCspSource } from './style.ts';
import { latchkeyTheme } from './theme/theme.ts';

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The custom properties of the light (0) or dark (1) palette. */
function readPalette(index: number): Map<string, string> {
  const block = [...pageStyle.matchAll(/:root \{([^}]*)\}/g)][index]?.[1] ?? '';
  return new Map(
    [...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

test('the policy source is the hash of exactly what stands in the style element', () => {
  const page = renderDocument(
    { title: 't', content: html`` },
    createFrame('en', 'https://sso.test/p', createSkin(latchkeyTheme)),
  );
  const css = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
  expect(css).toBe(pageStyle);
  expect(styleCspSource).toBe(`'sha256-${createHash('sha256').update(css).digest('base64')}'`);
});

test('the style loads nothing and would survive the HTML parser unchanged', () => {
  expect(pageStyle).not.toMatch(/url\(|@import|@font-face|image-set|<|\r/i);
});

describe.each([
  ['light', 0],
  ['dark', 1],
])('contrast in the %s scheme', (_scheme, index) => {
  const palette = readPalette(index);
  const color = (name: string): string => palette.get(name) ?? 'missing';

  test.each([
    ['ink', 'card'],
    ['ink', 'page'],
    ['ink', 'panel'],
    ['ink', 'field'],
    ['ink', 'warning-panel'],
    ['ink', 'error-panel'],
    ['muted', 'card'],
    ['muted', 'page'],
    ['muted', 'panel'],
    ['link', 'card'],
    ['error', 'card'],
    ['error', 'error-panel'],
    ['on-action', 'action'],
    ['on-action', 'action-hover'],
  ])('text %s on %s is at least 4.5 to 1', (text, ground) => {
    expect(contrast(color(text), color(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['field-line', 'card'],
    ['field-line', 'field'],
    ['action', 'card'],
    ['focus', 'card'],
    ['focus', 'page'],
    ['error', 'field'],
    ['warning', 'warning-panel'],
    ['good', 'panel'],
    ['warning', 'panel'],
    ['key', 'plate'],
  ])('shape %s on %s is at least 3 to 1', (shape, ground) => {
    expect(contrast(color(shape), color(ground))).toBeGreaterThanOrEqual(3);
  });
});
