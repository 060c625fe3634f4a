/** As long as the shortest of our tokens and keys, and mixed as only random text is; a hex digest or a path is not. */
const random = /(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43,}/;
const query = /\/[\w./-]*\?[\w.[\]%-]+=/;
/** Passwords and secrets of the demo data and of the tests. */
const known = /latchkey-demo-password|demo-secret-demo-|correct horse battery/;

/**
 * The lines of a log that hold what no log may: a token, a key, a query string, a password of the tests. Codes of a
 * few characters have no form of their own; tests that use them look for each.
 */
export function findSecretLines(log: string): string[] {
  return log.split('\n').filter((line) => [random, query, known].some((form) => form.test(line)));
}
