import { ApiError } from '@latchkey/contracts';
import unhomoglyph from 'unhomoglyph';
import { errors } from '../errors.ts';

/**
 * What a name looks like: two names that have one of these in common can be taken for each other. NFKC, letters and
 * digits alone, in one case; signs that look like Latin letters are those. Three readings, since К looks like K and υ like
 * u, but the other case of either does not. Empty for a name in which nothing is seen. Source: contract part 2 "Clients".
 */
export function nameKeysOf(name: string): string[] {
  const plain = name.normalize('NFKC');
  const keys = [plain, plain.toLowerCase(), plain.toUpperCase()].map(foldSigns);
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Throws invalid_value for a name in which nothing is seen. */
export function assertNameSeen(name: string): void {
  if (nameKeysOf(name).length === 0) throw new ApiError(errors.clientNameUnseen, { field: 'name' });
}

const unseen = /[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu;

/** The table knows either case of a sign: it is asked before and after the case is folded. A capital I looks like an l. */
function foldSigns(text: string): string {
  const folded = unhomoglyph(unhomoglyph(text.replaceAll(unseen, '')).toLowerCase());
  return folded.toLowerCase().replaceAll(unseen, '').replaceAll('i', 'l');
}
