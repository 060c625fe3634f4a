const longestText = 8_192;

/** A secret's name and what precedes its value: the value may be quoted, with blanks in it, or bare. */
const assigned =
  /((?:pass(?:word|phrase)?|secret|token|key|dpop|relay|payload|\bauth[._[]\w{1,32}\]?)["']?\s{0,8}[=:]\s{0,8})/
    .source;

/**
 * Patterns of secrets inside a text, and their replacements. Every pattern is linear or bounded, because strangers can
 * send such texts.
 */
const patterns: readonly [RegExp, string][] = [
  [/\b(?:postgres(?:ql)?|rediss?):\/\/[^\s"'<>]+/gi, '[redacted database address]'],
  [/(:\/\/)[^\s"'<>]{0,1024}@/g, '$1[redacted]@'],
  [/(?<=\/[^\s?#"'<>]*)[?#][^\s"'<>]+/g, '?[redacted]'],
  [/\b(Bearer|Basic|DPoP)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/eyJ[\w-]{10,}(?:\.[\w-]*){0,2}/g, '[redacted]'],
  [/\b(?:dk1_|rs_|rt_)[\w-]{16,}/g, '[redacted]'],
  [/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[\s\S]*?(?:-----END|$)/g, '[redacted]'],
  [/(\bcookie["']?\s{0,8}[=:]\s{0,8}["']?)[^\r\n"']+/gi, '$1[redacted]'],
  [new RegExp(`${assigned}(["'])(?:(?!\\2)[^\\\\]|\\\\.)*`, 'gi'), '$1$2[redacted]'],
  [new RegExp(`${assigned}[^\\s"',;&]+`, 'gi'), '$1[redacted]'],
];

/** Every pattern wants one of these. A text without them, such as an id or a route, needs no scrubbing. */
const mark = /[\s:=?#]|eyJ|dk1_|rs_|rt_/;

/**
 * `text` without query strings and fragments of addresses, credentials in addresses, whole database addresses,
 * Authorization values, JWTs, drop keys, tokens of root sessions, refresh tokens, private keys, cookies and `name=value` pairs of secrets;
 * at most 8,192 characters.
 */
export function scrubText(text: string): string {
  if (text.length <= longestText && !mark.test(text)) return text;
  let scrubbed = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  for (const [pattern, replacement] of patterns) scrubbed = scrubbed.replace(pattern, replacement);
  return scrubbed;
}
