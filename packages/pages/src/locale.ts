/** The languages of the pages; the first one is the default. */
export const locales = ['en', 'de', 'fr', 'es', 'pt', 'ru', 'ja', 'zh'] as const;

export type Locale = (typeof locales)[number];

export function isLocale(tag: string): tag is Locale {
  return locales.some((locale) => locale === tag);
}

const maxInputLength = 1000;
const rangePattern = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i;
const qualityPattern = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * RFC 4647 section 3.4 lookup. Every known language has a tag of one subtag, so only the first subtag of a range
 * can match.
 */
function lookUpRange(range: string): Locale | undefined {
  if (!rangePattern.test(range)) return undefined;
  const primary = range.split('-', 1)[0]?.toLowerCase() ?? '';
  return isLocale(primary) ? primary : undefined;
}

/** Reads one entry of Accept-Language. An entry with a malformed weight has weight zero and is ignored. */
function readWeightedRange(entry: string): { range: string; quality: number } {
  const [range = '', parameter = 'q=1', ...rest] = entry.split(';').map((part) => part.trim());
  const quality = rest.length === 0 ? qualityPattern.exec(parameter)?.[1] : undefined;
  return { range, quality: Number(quality ?? 0) };
}

function rangesByQuality(acceptLanguage: string): string[] {
  return acceptLanguage
    .split(',')
    .map(readWeightedRange)
    .filter((entry) => entry.quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map((entry) => entry.range);
}

/**
 * Chooses the language of a page: the first known one of `ui_locales` (space-separated, in order of preference,
 * OpenID Connect Core section 3.1.2.1), else the known one of Accept-Language with the highest q value, else English.
 * Malformed entries are ignored.
 */
export function negotiateLocale(acceptLanguage: string | undefined, uiLocales: string | undefined): Locale {
  const preferred = (uiLocales ?? '').slice(0, maxInputLength).split(/\s+/);
  const accepted = rangesByQuality((acceptLanguage ?? '').slice(0, maxInputLength));
  for (const range of [...preferred, ...accepted]) {
    const locale = lookUpRange(range);
    if (locale !== undefined) return locale;
  }
  return locales[0];
}
