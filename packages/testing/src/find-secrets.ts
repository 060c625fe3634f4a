/** As long as 256 bits in base64url, and mixed as only random text is; a hex digest or a path is not. */
const random = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43,}/;
const query = /\/[\w./-]*\?[\w.[\]%-]+=/;
/** Passwords and secrets of the demo data and of the tests. */
const known = /latchkey-demo-password|demo-secret-demo-|correct horse battery/;

/**
 * The lines of a log that hold what no log may and can be told by its form: random text of 256 bits or more in
 * base64url, as tokens and client secrets are, a query string, a password of the demo data and the tests. Codes,
 * generated passwords, TOTP secrets and keys in hex have no form of their own and are not found.
 */
export function findSecretLines(log: string): string[] {
  return log.split('\n').filter((line) => [random, query, known].some((form) => form.test(line)));
}
