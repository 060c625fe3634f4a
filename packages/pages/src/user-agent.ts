import { cleanText } from './clean-text.ts';

const maxProductLength = 60;

/** The order matters: a browser also names the browsers below it in its header. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Shortens a User-Agent header: "Firefox, Linux" for a browser, "curl 8.5.0" for any other client. */
export function summariseUserAgent(userAgent: string): string {
  if (userAgent.startsWith('Mozilla/')) {
    const found = [browsers, systems].map((table) => table.find(([pattern]) => pattern.test(userAgent))?.[1]);
    return found.filter((name) => name !== undefined).join(', ');
  }
  const product = userAgent.split(' ', 1)[0] ?? '';
  return cleanText(product.replace('/', ' '), maxProductLength);
}
