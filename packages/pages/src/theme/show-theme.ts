import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createSkin, type Skin } from '../skin.ts';
import { judgePalette } from './judge-palette.ts';
import type { Scheme } from './palette.ts';
import { readTheme } from './read-theme.ts';
import type { Theme } from './theme.ts';

/** The command by which each service shows a theme before it wears it. Source: contract part 0 "Theme". */
export const themeCommand = {
  name: 'theme check',
  summary: 'Checks a theme file, and prints the contrast of each pair of colours.',
  details: 'With --out it writes every page or mail of this service as files, in light and dark.',
  arguments: { file: { summary: 'The theme file.' } },
  options: { out: { type: 'text', value: 'DIR', summary: 'Where to write the pages or mails.' } },
} as const;

/** What samples are drawn in; the skin leads to pictures beside them. */
interface Look {
  readonly theme: Theme;
  readonly scheme: Scheme;
  readonly skin: Skin;
}

/**
 * Reads a theme, and answers its contrasts as lines. `draw` makes samples, by what they show, which are written below
 * `out` as HTML, with the skin's pictures beside them. Throws what readTheme throws.
 */
export function showTheme(
  { file, out }: { readonly file: string; readonly out: string | undefined },
  draw: (look: Look) => Readonly<Record<string, string>>,
): string {
  const theme = readTheme(file);
  const lines = (['light', 'dark'] as const).flatMap((scheme) => {
    const skin = createSkin(theme, { base: '.', scheme });
    if (out !== undefined) writeSamples(join(out, scheme), skin, draw({ theme, scheme, skin }));
    return judgePalette(theme.palettes[scheme]).map(({ what, state, front, ground, ratio, least }) => {
      const colors = `${front} ${theme.palettes[scheme][front]} on ${ground} ${theme.palettes[scheme][ground]}`;
      return [
        scheme.padEnd(5),
        what.padEnd(6),
        state.padEnd(7),
        `${ratio.toFixed(2)}:1`.padStart(7),
        `of ${least}:1`.padEnd(8),
        colors,
      ].join('  ');
    });
  });
  const written = out === undefined ? [] : [`Written to ${out}: open a file in a browser.`];
  return `${[...lines, ...written].join('\n')}\n`;
}

function writeSamples(folder: string, { pictures }: Skin, samples: Readonly<Record<string, string>>): void {
  const pages = Object.entries(samples).map(([name, page]) => [nameFile(name), page] as const);
  const drawn = [...pictures].map(([path, picture]) => [path, picture.bytes] as const);
  for (const [name, bytes] of [...pages, ...drawn]) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

const nameFile = (name: string) => `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.html`;
