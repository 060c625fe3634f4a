import { findNearest, toHex, toOklch } from './color.ts';
import { isObject, listStrays } from './fields.ts';
import { judgePalette, type Judged } from './judge-palette.ts';
import { derivePalette, latchkeyPalettes, type Palettes, type Scheme } from './palette.ts';

interface Colors {
  readonly palettes: Palettes;
  readonly complaints: readonly string[];
}

const isColor = (given: unknown): given is string =>
  typeof given === 'string' && /^#[\da-f]{6}$/i.test(given);
const keys = ['primary', 'primary_dark'];

/** Reads the colours of a theme and derives all others; those of Latchkey where there are none. */
export function readColors(given: unknown): Colors {
  if (given === undefined) return { palettes: latchkeyPalettes, complaints: [] };
  if (!isObject(given) || given['primary'] === undefined)
    return refuse(['colors must be an object with primary, such as {"primary":"#1d3f7a"}']);
  const { primary: light, primary_dark: forDark } = given;
  const bad = keys
    .filter((key) => given[key] !== undefined && !isColor(given[key]))
    .map((key) => `colors.${key} must be #rrggbb`);
  const complaints = [...listStrays(given, keys, 'colors'), ...bad];
  if (!isColor(light) || bad.length > 0) return refuse(complaints);
  const primary = light.toLowerCase();
  const dark = isColor(forDark) ? forDark.toLowerCase() : lighten(primary);
  complaints.push(...judge('light', 'primary', primary), ...judge('dark', 'primary_dark', dark));
  const palettes = { light: derivePalette('light', primary), dark: derivePalette('dark', dark) };
  return { palettes, complaints };
}

const refuse = (complaints: readonly string[]): Colors => ({ palettes: latchkeyPalettes, complaints });

/** The primary colour for dark ground of a theme that names only the one for light ground. */
function lighten(primary: string): string {
  const { c, h } = toOklch(primary);
  return toHex({ l: 0.8, c: Math.min(c, 0.12), h });
}

const failuresOf = (scheme: Scheme, hex: string): Judged[] =>
  judgePalette(derivePalette(scheme, hex)).filter(({ passes }) => !passes);

/** What is given is named before what follows from it, such as the colour of a button that is pointed at. */
const rank = ({ ratio, least, state }: Judged) => ratio / least + (state === 'resting' ? 0 : 1);

/** What a primary colour does not reach, by the pair that is furthest from it, and the nearest colour that does. */
function judge(scheme: Scheme, key: string, hex: string): string[] {
  const failures = failuresOf(scheme, hex);
  const [worst] = failures.sort((one, other) => rank(one) - rank(other));
  if (worst === undefined) return [];
  const nearest = findNearest(hex, (other) => failuresOf(scheme, other).length === 0);
  const { what, front, ground, ratio, least } = worst;
  const pair = `${ratio.toFixed(2)}:1 where ${what} (${front} on ${ground}) needs ${least}:1 in the ${scheme} scheme`;
  return [`colors.${key} ${hex} gives ${pair}; the nearest colour that passes is ${String(nearest)}`];
}
