import { ApiError, ownWords } from '@latchkey/contracts';
import type { Theme } from '@latchkey/pages';
import unhomoglyph from 'unhomoglyph';
import { errors } from '../errors.ts';
import type { Client } from './client.ts';

export interface HousePorts {
  readonly theme: Pick<Theme, 'name'>;
}

/**
 * What a name looks like: two names that have one of these in common can be taken for each other. Its letters and
 * digits, in one case and without accents; signs that look like Latin letters are those. Several readings, since К looks
 * like K and υ like u, but the other case of either does not, and ϲ looks like c, but its compatible form ς does not. Empty
 * for a name in which nothing is seen. Source: contract part 2 "Clients".
 */
export function nameKeysOf(name: string): string[] {
  const keys = [name, toLatin(name)].flatMap((reading) => {
    const plain = removeAccents(reading);
    return [plain, plain.toLowerCase(), plain.toUpperCase()].map(foldSigns);
  });
  return [...new Set(keys)].filter((key) => key !== '');
}

const unseen = /[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu;

/** Elsewhere, as in kana, a mark makes another letter. */
const accents = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]\p{M}*)\p{M}/gu;

function removeAccents(text: string): string {
  return text.normalize('NFKD').replaceAll(accents, '').normalize('NFC');
}

/** Signs that look like Latin letters and are not in the table: small capitals, Coptic, and kra. */
const signs = new Map(
  [
    ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟʍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢĸ', 'abcdefghijklmnopqrstuvwyzk'],
    ['ⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭ', 'abehikmnopctyx'],
    ['ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ', 'abehikmnopctyx'],
  ].flatMap(([from = '', to = '']) => Array.from(from, (sign, place) => [sign, to.charAt(place)] as const)),
);

function toLatin(text: string): string {
  return Array.from(unhomoglyph(text), (sign) => signs.get(sign) ?? sign).join('');
}

/** The table knows either case of a sign: it is asked before and after the case is folded. A capital I looks like an l. */
function foldSigns(text: string): string {
  const folded = toLatin(toLatin(text.replaceAll(unseen, '')).toLowerCase());
  return folded.toLowerCase().replaceAll(unseen, '').replaceAll('i', 'l');
}

/**
 * Throws already_exists for the name of a client that looks like what the installation calls itself; only clients of the
 * installation are called so. Source: contract part 2 "Clients".
 */
export function assertNotHouse(
  { theme }: HousePorts,
  { name, ownerKind }: Pick<Client, 'name' | 'ownerKind'>,
  field: 'name' | 'client_id' = 'name',
): void {
  if (ownerKind !== 'installation' && isSameLook(name, theme.name))
    throw new ApiError(errors.clientNameProtected, { field });
}

/** Whether two names can be taken for each other. */
export function isSameLook(one: string, other: string): boolean {
  const keys = nameKeysOf(one);
  return nameKeysOf(other).some((key) => keys.includes(key));
}

const ownKeys = ownWords.flatMap(nameKeysOf);

/** Throws invalid_value for a name in which nothing is seen, and for one that speaks for the installation. */
export function assertName(name: string): void {
  const keys = nameKeysOf(name);
  if (keys.length === 0) throw new ApiError(errors.clientNameUnseen, { field: 'name' });
  if (keys.some((key) => ownKeys.some((own) => key.includes(own))))
    throw new ApiError(errors.clientNameOwn, { field: 'name' });
}
