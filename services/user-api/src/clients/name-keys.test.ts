import { ownWords } from '@latchkey/contracts';
import { assertName, assertNotHouse, isSameLook, nameKeysOf } from './name-keys.ts';

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
  ['a small epsilon, which is like its capital only', 'latchkεy command line', 'Latchkey command line'],
  ['a one or a capital I for an l', '1atchkey command Iine', 'Latchkey command line'],
  ['a zero for an o', 'Latchkey c0mmand line', 'Latchkey command line'],
  ['rn for m', 'Latchkey cornrnand line', 'Latchkey command line'],
  ['Greek in another case', 'ΚΑΛΗ ΜΕΡΑ', 'καλη μερα'],
  ['a lunate sigma', 'Latϲhkey ϲommand line', 'Latchkey command line'],
  ['a lunate sigma and an accent', 'Ｌátϲhkeỳ command line', 'Latchkey command line'],
  ['a small capital', 'ʟatchkey command line', 'Latchkey command line'],
  ['small capitals', 'ʟᴀᴛᴄʜᴋᴇʏ ᴄᴏᴍᴍᴀɴᴅ ʟɪɴᴇ', 'Latchkey command line'],
  ['a Coptic alfa', 'Latchkey commⲁnd line', 'Latchkey command line'],
  ['composed accents', 'Ĺátçhķéÿ cömmàñd lïnê', 'Latchkey command line'],
  ['accents of their own', 'La\u0301tchkey command line\u0323', 'Latchkey command line'],
  ['strokes', 'Łatchkey cømmanđ line', 'Latchkey command line'],
  ['a Cherokee letter', 'Ꮮatchkey command line', 'Latchkey command line'],
  ['letters of mathematics', '𝓛atchkey command 𝗹ine', 'Latchkey command line'],
])('%s is alike: %j', (_what, one, other) => {
  expect([isSameLook(one, other), isSameLook(other, one)]).toEqual([true, true]);
});

test.each([
  ['Latchkey command line', 'Latchkey command lines'],
  ['Acme', 'Acne'],
  ['バックアップ', 'バックアッブ'],
  ['Резерв', 'Резерф'],
])('%j and %j are not alike', (one, other) => {
  expect(isSameLook(one, other)).toBe(false);
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
  expect(() => assertName(name)).toThrow('A name needs');
});

test.each([
  ...ownWords.flatMap((words) => [words, `Acme (${words.toUpperCase()})`, words.normalize('NFD')]),
  'Notes, pаrt оf thіs sеrviсe',
  'Teil  dieser-Installation: Notes',
  'Notes · ᴘᴀʀᴛ ᴏғ ᴛʜɪs ɪɴsᴛᴀʟʟᴀᴛɪᴏɴ',
])('invalid_value for the name %s, which says what the page says', (name) => {
  expect(() => assertName(name)).toThrow('part of this service');
});

test.each(['Installation notes', 'Система учёта', 'システム管理', 'Résumé'])('%s is a name', (name) => {
  expect(() => assertName(name)).not.toThrow();
});

test.each(['Marlow & Kin', 'MARLOW & KIN', 'Mаrlow  Kin'])(
  'already_exists for the name of the installation: %s',
  (name) => {
    const check = (ownerKind: 'user' | 'org' | 'installation') => () =>
      assertNotHouse({ theme: { name: 'Marlow & Kin' } }, { name, ownerKind });
    expect(check('user')).toThrow(expect.objectContaining({ code: 'already_exists', field: 'name' }));
    expect(check('org')).toThrow('This installation');
    expect(check('installation')).not.toThrow();
  },
);

test('a name that begins as that of the installation is another name', () => {
  const client = { name: 'Marlow & Kin backup', ownerKind: 'user' } as const;
  expect(() => assertNotHouse({ theme: { name: 'Marlow & Kin' } }, client)).not.toThrow();
});
