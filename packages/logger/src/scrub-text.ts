const longestText = 8_192;

/** What a secret looks like inside a text, and what is left of it. */
const patterns: readonly [RegExp, string][] = [
  [/\b(?:postgres(?:ql)?|rediss?):\/\/[^\s"'<>]+/gi, '[redacted database address]'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s"'<>]*@/gi, '$1[redacted]@'],
  [/((?:\b[a-z][a-z0-9+.-]*:\/)?\/[^\s?#"'<>]*)[?#][^\s"'<>]+/gi, '$1?[redacted]'],
  [/\b(Bearer|Basic|DPoP)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/\beyJ[\w-]+\.[\w-]*(?:\.[\w-]*)?/g, '[redacted]'],
  [/\b(?:dk1_|rs_)[\w-]{16,}/g, '[redacted]'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[redacted]'],
  [
    /\b([\w.-]*(?:password|passphrase|secret|token|key|dpop|relay))(["']?\s*[=:]\s*["']?)[^\s"',;&]+/gi,
    '$1$2[redacted]',
  ],
];

/**
 * `text` without query strings and fragments of addresses, credentials in addresses, whole database addresses,
 * Authorization values, JWTs, drop keys, root-session tokens, private keys and `name=value` pairs of secrets; at most
 * 8,192 characters.
 */
export function scrubText(text: string): string {
  let scrubbed = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  for (const [pattern, replacement] of patterns) scrubbed = scrubbed.replace(pattern, replacement);
  return scrubbed;
}
