import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** Files by their path below the folder of a scheme. */
export type Samples = ReadonlyMap<string, string | Uint8Array>;

/**
 * Reads a theme, and answers its contrasts as lines. `draw` makes the samples that are written below `out`. Throws what
 * readTheme throws.
 */
export function showTheme(
  { file, out }: { readonly file: string; readonly out: string | undefined },
  draw: (theme: Theme, scheme: Scheme) => Samples,
): string {
  const theme = readTheme(file);
  const lines = (['light', 'dark'] as const).flatMap((scheme) => {
    if (out !== undefined) writeSamples(join(out, scheme), draw(theme, scheme));
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

function writeSamples(folder: string, samples: Samples): void {
  for (const [name, bytes] of samples) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

/** The file of a sample, by what it shows. */
export const nameSample = (name: string): string => `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.html`;
