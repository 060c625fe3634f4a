/** A colour as people see it: lightness 0 to 1, chroma from 0 for a grey, hue in radians (OKLCH). */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

type Triple = readonly [number, number, number];

/** The channels of #rrggbb as light, 0 to 1. Source: sRGB, WCAG 2.2 "relative luminance". */
function toLight(hex: string): Triple {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return [red, green, blue];
}

function luminance(hex: string): number {
  const [red, green, blue] = toLight(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, 1 to 21. Source: WCAG 2.2 "contrast ratio". */
export function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

/** Source: Björn Ottosson, "A perceptual color space for image processing", as CSS Color 4 has it. */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = toLight(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const z = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { l: lightness, c: Math.hypot(a, z), h: Math.atan2(z, a) };
}

function toChannels({ l: lightness, c, h }: Oklch): Triple {
  const [a, z] = [c * Math.cos(h), c * Math.sin(h)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * z) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * z) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * z) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** #rrggbb of a colour; one that no screen shows loses chroma until one does. */
export function toHex(color: Oklch): string {
  const l = Math.min(1, Math.max(0, color.l));
  let c = color.c;
  while (c > 0.001 && toChannels({ ...color, l, c }).some((part) => part < -0.0005 || part > 1.0005))
    c *= 0.97;
  const parts = toChannels({ ...color, l, c: c > 0.001 ? c : 0 }).map((part) => {
    const light = Math.min(1, Math.max(0, part));
    const written = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(written * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}

const step = 0.004;

/** The colour nearest to `hex` that passes: the same hue, lighter or darker. Undefined where none does. */
export function findNearest(hex: string, passes: (hex: string) => boolean): string | undefined {
  if (passes(hex)) return hex;
  const color = toOklch(hex);
  for (let away = step; away < 1; away += step) {
    const nearest = [color.l - away, color.l + away]
      .filter((l) => l >= 0 && l <= 1)
      .map((l) => toHex({ ...color, l }))
      .find(passes);
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}
