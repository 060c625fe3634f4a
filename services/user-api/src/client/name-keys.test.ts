import { assertNameSeen, nameKeysOf } from './name-keys.ts';

const isAlike = (one: string, other: string) =>
  nameKeysOf(one).some((key) => nameKeysOf(other).includes(key));

test.each<[string, string, string]>([
  ['another case', 'latchkey COMMAND Line', 'Latchkey command line'],
  ['signs between', '*Latch-key_ command.line!', 'Latchkey command line'],
  ['signs that are not seen', 'Latch\u200Bkey\u3164 command\u00AD line', 'Latchkey command line'],
  ['full width', 'Ｌａｔｃｈｋｅｙ command line', 'Latchkey command line'],
  ['small Cyrillic', 'Lаtсhkеу соmmаnd linе', 'Latchkey command line'],
  ['a Cyrillic K', 'LATCHКEY COMMAND LINE', 'Latchkey command line'],
  ['a small Cyrillic k', 'latchкey command line', 'Latchkey command line'],
  ['a Greek capital eta', 'LatcΗkey command line', 'Latchkey command line'],
  ['a small upsilon', 'υser list', 'User list'],
  ['a one or a capital I for an l', '1atchkey command Iine', 'Latchkey command line'],
  ['a zero for an o', 'Latchkey c0mmand line', 'Latchkey command line'],
  ['rn for m', 'Latchkey cornrnand line', 'Latchkey command line'],
  ['Greek in another case', 'ΚΑΛΗ ΜΕΡΑ', 'καλη μερα'],
])('%s is alike: %j', (_what, one, other) => {
  expect([isAlike(one, other), isAlike(other, one)]).toEqual([true, true]);
});

test.each([
  ['Latchkey command line', 'Latchkey command lines'],
  ['Acme', 'Acne'],
  ['バックアップ', 'バックアッブ'],
  ['Резерв', 'Резерф'],
])('%j and %j are not alike', (one, other) => {
  expect(isAlike(one, other)).toBe(false);
});

test.each(['a', '1', 'é', '備', 'ı', 'ﬁ', '½'])('the name %s, which is seen, has a key', (name) => {
  expect(nameKeysOf(name)).not.toEqual([]);
});

test.each([
  ['a filler', '\u3164'],
  ['two fillers', '\u115F\u1160'],
  ['a filler and a space', '\uFFA0 '],
  ['a mark', '!'],
])('invalid_value for a name of %s, in which nothing is seen', (_what, name) => {
  expect(() => assertNameSeen(name)).toThrow('A name needs');
});
