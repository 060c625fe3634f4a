/** Longer than any name of an installation. */
const longestName = 40;

/** What an installation calls itself, without what would change how the text around it is shown. */
export function readName(named: unknown): string | undefined {
  if (typeof named !== 'string') return undefined;
  const seen = named.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  return seen === '' ? undefined : Array.from(seen).slice(0, longestName).join('');
}
