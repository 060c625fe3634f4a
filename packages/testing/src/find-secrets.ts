/** Text as long as 256 bits in base64url, with the mix of characters of random text. A hex digest or a path has not. */
const random = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43,}/;
const query = /\/[\w./-]*\?[\w.[\]%-]+=/;
/** Passwords and secrets of the demo data and of the tests. */
const known = /latchkey-demo-password|demo-secret-demo-|correct horse battery/;

/**
 * The lines of a log that hold a secret which its form gives away: random text of 256 bits or more in base64url (tokens
 * and client secrets), a query string, or a password of the demo data and the tests. Codes, generated passwords, TOTP
 * secrets and keys in hex have no such form and are not found.
 */
export function findSecretLines(log: string): string[] {
  return log.split('\n').filter((line) => [random, query, known].some((form) => form.test(line)));
}
