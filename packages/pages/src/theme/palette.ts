import { contrast, findNearest, toHex, toOklch } from './color.ts';

export type Scheme = 'light' | 'dark';

/** What has a meaning of its own keeps its colour in every theme. */
const meanings = {
  light: {
    error: '#a3201b',
    'error-panel': '#fdf2f1',
    warning: '#8f5a00',
    'warning-panel': '#fff7e3',
    good: '#17683f',
  },
  dark: {
    error: '#ffa49b',
    'error-panel': '#2d1a1b',
    warning: '#f0c265',
    'warning-panel': '#2a2314',
    good: '#7fd6a6',
  },
} as const;

const light = {
  ...meanings.light,
  page: '#f2f4f7',
  card: '#ffffff',
  ink: '#17202c',
  muted: '#4a5768',
  line: '#d8dee6',
  field: '#ffffff',
  'field-line': '#6a788c',
  panel: '#f5f7fa',
  action: '#1d3f7a',
  'action-hover': '#16315f',
  'on-action': '#ffffff',
  link: '#1c4fa1',
  focus: '#1a63d8',
  plate: '#1d3f7a',
  key: '#f2c46b',
};

/**
 * The colours of pages and mails in one scheme, #rrggbb by the name that the style has for them. `plate` is the ground of
 * the mark, and `key` what is drawn on it.
 */
export type Palette = Readonly<Record<keyof typeof light, string>>;
export type Palettes = Readonly<Record<Scheme, Palette>>;

export const latchkeyPalettes: Palettes = {
  light,
  dark: {
    ...meanings.dark,
    page: '#0e1319',
    card: '#161d27',
    ink: '#e7ecf3',
    muted: '#aab6c6',
    line: '#2d3847',
    field: '#0f151d',
    'field-line': '#7e8da2',
    panel: '#1c2531',
    action: '#adc8ff',
    'action-hover': '#c8daff',
    'on-action': '#0c1a33',
    link: '#a5c4ff',
    focus: '#8fb6ff',
    plate: '#26406f',
    key: '#f2c46b',
  },
};

/** Lightness of the neutral colours, and how much of the hue of a theme they have. */
const neutrals = {
  light: {
    page: [0.966, 0.007],
    card: [1, 0],
    ink: [0.24, 0.022],
    muted: [0.45, 0.028],
    line: [0.895, 0.014],
    field: [1, 0],
    'field-line': [0.565, 0.03],
    panel: [0.974, 0.007],
  },
  dark: {
    page: [0.184, 0.012],
    card: [0.229, 0.016],
    ink: [0.94, 0.01],
    muted: [0.772, 0.022],
    line: [0.34, 0.022],
    field: [0.194, 0.014],
    'field-line': [0.64, 0.03],
    panel: [0.265, 0.019],
  },
} as const;

type Neutral = keyof typeof neutrals.light;

/** A primary colour of this chroma, or more, tints the neutral ones in full; a grey one not at all. */
const fullChroma = 0.08;
/** How far a button that is pointed at is from one that is not. */
const hoverStep = 0.06;

/** All colours of a scheme, made of its primary one, which is the colour of actions. They may fail: see `judgePalette`. */
export function derivePalette(scheme: Scheme, primary: string): Palette {
  const { l, c, h } = toOklch(primary);
  const tint = Math.min(1, c / fullChroma);
  const tinted = Object.entries(neutrals[scheme]).map(([name, [lightness, chroma]]) => {
    return [name, toHex({ l: lightness, c: chroma * tint, h })];
  });
  const neutral = Object.fromEntries(tinted) as Record<Neutral, string>;
  const reads = (least: number) => (hex: string) =>
    [neutral.page, neutral.card, neutral.panel].every((ground) => contrast(hex, ground) >= least);
  const dim = toHex({ l: 0.19, c: Math.min(c, 0.05), h });
  const [first, second] = scheme === 'light' ? ['#ffffff', dim] : [dim, '#ffffff'];
  const onAction = [first, second].find((hex) => contrast(hex, primary) >= 4.5) ?? '#000000';
  // Away from what is written on it, so that it stays legible, unless there is no room.
  const isDarkened = contrast(onAction, '#000000') > 4.5 ? l - hoverStep > 0.1 : l + hoverStep > 0.98;
  const hover = isDarkened ? l - hoverStep : l + hoverStep;
  return {
    ...meanings[scheme],
    ...neutral,
    action: primary,
    'action-hover': toHex({ l: hover, c, h }),
    'on-action': onAction,
    link: findNearest(primary, reads(4.5)) ?? neutral.ink,
    focus: findNearest(primary, reads(3)) ?? neutral.ink,
    plate: primary,
    key: onAction,
  };
}
