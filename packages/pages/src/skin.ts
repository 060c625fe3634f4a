import type { Theme } from './theme/theme.ts';

/** What the pages of one service wear: a theme, made ready for them. */
export interface Skin {
  /** What the installation calls itself. */
  readonly name: string;
}

export function createSkin({ name }: Theme): Skin {
  return { name };
}
