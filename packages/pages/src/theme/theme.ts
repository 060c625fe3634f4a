import { latchkeyPalettes, type Palettes } from './palette.ts';
import type { Logo } from './read-logo.ts';

/** How round the corners are, as a part of how round they can be. */
export const roundness = { none: 0, small: 0.375, large: 1 } as const;

/** What an installation shows itself as. Source: contract part 0 "Theme". */
export interface Theme {
  /** What it calls itself, cleaned. */
  readonly name: string;
  /** The name that its mails are from; undefined without a theme file, where MAIL_FROM says it. */
  readonly sender: string | undefined;
  readonly palettes: Palettes;
  readonly radius: keyof typeof roundness;
  /** In place of the mark, on light and on dark ground. */
  readonly logo?: Logo | undefined;
  readonly logoDark?: Logo | undefined;
  /** Where people are led for help, and what they agree to. */
  readonly support?: string | undefined;
  readonly terms?: string | undefined;
  readonly privacy?: string | undefined;
}

/** The theme of an installation without a file. */
export const latchkeyTheme: Theme = {
  name: 'Latchkey',
  sender: undefined,
  palettes: latchkeyPalettes,
  radius: 'large',
};
