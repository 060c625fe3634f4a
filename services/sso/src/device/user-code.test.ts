import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { createUserCode, formatUserCode, readUserCode } from './user-code.ts';

describe('user code', () => {
  test.each([
    ['too short', 'BCDFGHJ'],
    ['too long', 'BCDFGHJKL'],
    ['a vowel', 'ABCDFGHJ'],
    ['a digit', 'BCDFGHJ1'],
    ['nothing', ''],
    ['another script', 'ВСDFGHJK'],
    ['two codes', 'BCDFGHJKBCDFGHJK'],
  ])('refuses %s', (_what, typed) => {
    expect(readUserCode(typed)).toBeUndefined();
  });

  test.each([
    'bcdf-ghjk',
    'BCDF GHJK',
    ' b c d f g h j k ',
    'BCDF–GHJK',
    'BCDF—GHJK',
    'BCDF−GHJK',
    'BCDF‐GHJK',
    'BCDF\u00a0GHJK',
    'BCDF\u00adGHJK',
    'BCDF\u200bGHJK',
    'ＢＣＤＦ－ｇｈｊｋ',
    'ＢＣＤＦーＧＨＪＫ',
    'BCDF\uff70GHJK',
    'BCDF_GHJK',
    'BCDF\u2043GHJK',
    'BCDF\u207bGHJK',
    'BCDF\u00afGHJK',
    'BCDF\uffe3GHJK',
    'BCDF\u2500GHJK',
    'BCDF一GHJK',
    'BCDFㅡGHJK',
    'BCDFـGHJK',
    'BCDF\u301cGHJK',
  ])('forgives %j', (typed) => {
    expect(readUserCode(typed)).toBe('BCDFGHJK');
  });

  test('is shown in two halves', () => {
    expect(formatUserCode('BCDFGHJK')).toBe('BCDF-GHJK');
  });

  test('reads back what was made and shown', () => {
    fc.assert(
      fc.property(fc.constant(undefined), () => {
        const code = createUserCode(randomBytes);
        expect(readUserCode(formatUserCode(code).toLowerCase())).toBe(code);
      }),
    );
  });

  test('never throws, whatever is typed', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (typed) => void readUserCode(typed)));
  });

  test('passes over bytes that would favour some symbols', () => {
    const sources = [Buffer.from([240, 255, 0, 0, 0, 0, 0, 0]), Buffer.from([19, 39, 0, 0, 0, 0, 0, 0])];
    expect(createUserCode(() => sources.shift() ?? Buffer.alloc(8))).toBe('BBBBBBZZ');
  });
});
