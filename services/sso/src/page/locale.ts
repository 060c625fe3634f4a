import { isLocale, LOCALES, type Locale } from './locales/index.ts';

const MAX_INPUT_LENGTH = 1000;
const LANGUAGE_RANGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i;
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * RFC 4647 section 3.4 lookup. Every language here is tagged by its primary subtag alone, so cutting a range
 * short from the right until it matches comes down to its first subtag.
 */
function lookUpRange(range: string): Locale | undefined {
  if (!LANGUAGE_RANGE.test(range)) return undefined;
  const primary = range.split('-', 1)[0]?.toLowerCase() ?? '';
  return isLocale(primary) ? primary : undefined;
}

/** One entry of Accept-Language; a weight that cannot be read counts as zero, like an entry not sent. */
function readWeightedRange(entry: string): { range: string; quality: number } {
  const [range = '', parameter = 'q=1', ...rest] = entry.split(';').map((part) => part.trim());
  const quality = rest.length === 0 ? QUALITY.exec(parameter)?.[1] : undefined;
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
 * The language to render in: the first known one of `ui_locales` (space-separated, in order of preference,
 * OpenID Connect Core section 3.1.2.1), else the best known one of Accept-Language by q value, else English.
 * Anything malformed is passed over.
 */
export function negotiateLocale(acceptLanguage: string | undefined, uiLocales: string | undefined): Locale {
  const wished = (uiLocales ?? '').slice(0, MAX_INPUT_LENGTH).split(/\s+/);
  const accepted = rangesByQuality((acceptLanguage ?? '').slice(0, MAX_INPUT_LENGTH));
  for (const range of [...wished, ...accepted]) {
    const locale = lookUpRange(range);
    if (locale !== undefined) return locale;
  }
  return LOCALES[0];
}
