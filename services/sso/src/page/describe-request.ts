import { cleanText } from './clean-text.ts';

const MAX_PRODUCT_LENGTH = 60;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

/** Order matters: later browsers name the earlier ones in their header as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A User-Agent header in a word or two: "Firefox, Linux" for browsers, "curl 8.5.0" for anything else. */
export function summariseUserAgent(userAgent: string): string {
  if (userAgent.startsWith('Mozilla/')) {
    const found = [BROWSERS, SYSTEMS].map((table) => table.find(([pattern]) => pattern.test(userAgent))?.[1]);
    return found.filter((name) => name !== undefined).join(', ');
  }
  const product = userAgent.split(' ', 1)[0] ?? '';
  return cleanText(product.replace('/', ' '), MAX_PRODUCT_LENGTH);
}

/** "2 minutes ago" in the language of `tag`; a moment in the future counts as now. */
export function formatAge(tag: string, thenMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - thenMs) / 1000));
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  if (seconds < MINUTE_SECONDS) return relative.format(-seconds, 'second');
  if (seconds < HOUR_SECONDS) return relative.format(-Math.floor(seconds / MINUTE_SECONDS), 'minute');
  return relative.format(-Math.floor(seconds / HOUR_SECONDS), 'hour');
}

/** "in 5 minutes" in the language of `tag`, never shorter than the real wait. */
export function formatWait(tag: string, waitSeconds: number): string {
  const seconds = Math.max(1, Math.ceil(waitSeconds));
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'always' });
  if (seconds < MINUTE_SECONDS) return relative.format(seconds, 'second');
  if (seconds <= HOUR_SECONDS) return relative.format(Math.ceil(seconds / MINUTE_SECONDS), 'minute');
  return relative.format(Math.ceil(seconds / HOUR_SECONDS), 'hour');
}

/** Time of day in UTC, since a server does not know the reader's time zone. */
export function formatTimeOfDay(tag: string, atMs: number): string {
  return new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(atMs);
}
