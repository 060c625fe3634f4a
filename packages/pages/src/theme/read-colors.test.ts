import { contrast, toHex, toOklch } from './color.ts';
import { judgePalette } from './judge-palette.ts';
import { derivePalette, latchkeyPalettes, type Scheme } from './palette.ts';
import { readColors } from './read-colors.ts';

const schemes = ['light', 'dark'] as const;
const failures = (palette: (typeof latchkeyPalettes)['light']) =>
  judgePalette(palette).filter(({ passes }) => !passes);

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4],
])('the contrast of %s and %s is %d to 1', (one, other, ratio) => {
  expect([contrast(one, other), contrast(other, one)].map((found) => Math.round(found * 100) / 100)).toEqual([
    ratio,
    ratio,
  ]);
});

test.each(['#000000', '#ffffff', '#1d3f7a', '#ffd400', '#00ff00', '#8f3d1b'])('%s is itself again', (hex) => {
  expect(toHex(toOklch(hex))).toBe(hex);
});

test.each(schemes)('every pair of the colours of Latchkey passes, %s', (scheme) => {
  expect(failures(latchkeyPalettes[scheme])).toEqual([]);
});

/** The same hue all around, in steps of lightness. */
const primaries = Array.from({ length: 12 }, (_, turn) => turn).flatMap((turn) =>
  [0.15, 0.3, 0.45, 0.6, 0.75, 0.9].map((l) => toHex({ l, c: 0.12, h: (turn * Math.PI) / 6 })),
);

test.each(schemes)('of derived colours only those of actions can fail, %s: they are as given', (scheme) => {
  const found = primaries.flatMap((hex) => failures(derivePalette(scheme, hex)));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(({ front }) => front !== 'action' && front !== 'action-hover')).toEqual([]);
});

test.each([
  ['light', { primary: '#ffd400' }, 'colors.primary #ffd400'],
  ['light', { primary: '#8fd3ff', primary_dark: '#8fd3ff' }, 'colors.primary #8fd3ff'],
  ['dark', { primary: '#8f3d1b', primary_dark: '#8f3d1b' }, 'colors.primary_dark #8f3d1b'],
] as const)(
  'a colour that fails, %s, is refused with its ratio and the nearest that passes',
  (scheme, given, named) => {
    const { complaints } = readColors(given);
    expect(complaints).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${named} gives \\d\\.\\d\\d:1 where action \\(action on \\w+\\) needs 3:1 in the ${scheme} scheme; the nearest colour that passes is #[\\da-f]{6}$`,
        ),
      ),
    ]);
    const nearest = complaints[0]?.slice(-7) ?? '';
    expect(failures(derivePalette(scheme, nearest))).toEqual([]);
    expect(Math.abs(toOklch(nearest).h - toOklch(given[keyOf(scheme)] ?? '').h)).toBeLessThan(0.1);
  },
);

const keyOf = (scheme: Scheme) => (scheme === 'light' ? 'primary' : 'primary_dark') as 'primary';

test.each(['#1d3f7a', '#17594a', '#8f3d1b', '#111111', '#7a1f5c'])(
  'a primary colour without one for dark ground gets one that passes: %s',
  (primary) => {
    const { palettes, complaints } = readColors({ primary });
    expect(complaints).toEqual([]);
    expect(schemes.flatMap((scheme) => failures(palettes[scheme]))).toEqual([]);
  },
);

test('a grey theme tints nothing', () => {
  const { page, panel, line } = readColors({ primary: '#222222' }).palettes.light;
  for (const color of [page, panel, line]) expect(toOklch(color).c).toBeLessThan(0.002);
});

test.each([7, [], {}, { primary_dark: '#ffffff' }])('colours are not %j', (given) => {
  expect(readColors(given).complaints).toEqual([
    expect.stringContaining('colors must be an object with primary'),
  ]);
});
