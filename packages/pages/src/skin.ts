import { createHash } from 'node:crypto';
import { html, type Html } from './html.ts';
import { drawMark, favicon } from './icons.ts';
import { createStyle } from './style.ts';
import type { Scheme } from './theme/palette.ts';
import type { Logo } from './theme/read-logo.ts';
import { latchkeyTheme, type Theme } from './theme/theme.ts';

/** What the pages of one service wear: a theme, made ready for them. */
export interface Skin extends Pick<Theme, 'name' | 'support' | 'terms' | 'privacy'> {
  readonly css: string;
  /** The source for the `style-src` directive of a Content-Security-Policy that allows only this style. */
  readonly styleSource: string;
  /** What stands beside the name. */
  readonly mark: Html;
  /** What the service answers at these paths. */
  readonly pictures: ReadonlyMap<string, Picture>;
}

interface Picture {
  readonly type: string;
  readonly bytes: string | Uint8Array;
  /** How long it may be kept. */
  readonly cacheControl: string;
}

interface SkinOptions {
  /** What stands before the paths of the service in addresses, without a slash at its end. */
  readonly base?: string;
  /** In place of the one that the browser prefers. */
  readonly scheme?: Scheme;
}

const types = { svg: 'image/svg+xml', png: 'image/png' } as const;
const forDay = 'public, max-age=86400';
const forEver = 'public, max-age=31536000, immutable';

/** A theme made ready for the pages of one service. */
export function createSkin(theme: Theme, { base = '', scheme }: SkinOptions = {}): Skin {
  const { name, support, terms, privacy, logo } = theme;
  const css = createStyle(theme, scheme);
  const logos = listLogos(theme, scheme);
  const files = logos.map(
    ({ bytes, kind, hash }) =>
      [`/theme/${hash}.${kind}`, { type: types[kind], bytes, cacheControl: forEver }] as const,
  );
  const icon = logo ?? { kind: 'svg', bytes: favicon(letterOf(theme), theme.palettes.light) };
  return {
    name,
    support,
    terms,
    privacy,
    css,
    styleSource: `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
    mark: renderMark(
      theme,
      files.map(([path]) => base + path),
    ),
    pictures: new Map<string, Picture>([
      ['/favicon.ico', { type: types[icon.kind], bytes: icon.bytes, cacheControl: forDay }],
      ...files,
    ]),
  };
}

/** The logo, and the one for dark ground where it is another one. */
function listLogos({ logo, logoDark = logo }: Theme, scheme: Scheme | undefined): readonly Logo[] {
  const wanted = { light: [logo], dark: [logoDark] };
  const both = scheme === undefined ? [logo, logoDark] : wanted[scheme];
  return [...new Map(both.filter((one) => one !== undefined).map((one) => [one.hash, one])).values()];
}

/** A logo says nothing: the name is written next to it. */
function renderMark(theme: Theme, [address, darkAddress]: readonly string[]): Html {
  if (address === undefined) return drawMark(letterOf(theme));
  const image = html`<img class="mark" src="${address}" alt="" />`;
  if (darkAddress === undefined) return image;
  return html`<picture
    ><source srcset="${darkAddress}" media="(prefers-color-scheme: dark)" />
    ${image}</picture
  >`;
}

/** What stands on the plate; the key of Latchkey, undefined, is nobody else's. */
function letterOf({ name }: Theme): string | undefined {
  return name === latchkeyTheme.name ? undefined : Array.from(name)[0]?.toUpperCase();
}

/**
 * The Content-Security-Policy of a page: its own style and pictures, and no request to other origins. No script runs, but for the one
 * at the address `script`. Source: contract part 1 "Approval page".
 */
export function createPagePolicy({ styleSource }: Pick<Skin, 'styleSource'>, script?: string): string {
  return [
    "default-src 'none'",
    `style-src ${styleSource}`,
    "img-src 'self'",
    ...(script === undefined ? [] : [`script-src ${script}`]),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}
