/** Words that stand in the secrets of the demo, and in what people write in the place of a secret. */
const demoWords =
  /demo|default|change.?(me|this)|local.?only|example|placeholder|insecure|latchkey|password|secret|your[-_]/i;
/** Passwords that the demo, or a server as it is delivered, puts into an address. */
const demoPasswords = new Set(['latchkey', 'postgres', 'redis', 'password']);
const fewestDistinctCharacters = 8;
const fewestDistinctBytes = 16;

/** Whether a secret is a demo or default value, plain or in base64url, or has hardly any different characters. */
export function isGuessableSecret(text: string): boolean {
  const decoded = Buffer.from(text, 'base64url').toString('latin1');
  return demoWords.test(text) || demoWords.test(decoded) || new Set(text).size < fewestDistinctCharacters;
}

/**
 * Whether a key of 32 bytes cannot be random: random bytes are never all printable text, and hardly ever have fewer than
 * 16 distinct values. The name of the key says nothing, so it is not asked for.
 */
export function isGuessableKey(key: Uint8Array): boolean {
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isText || new Set(key).size < fewestDistinctBytes;
}

/** Whether the password in an address is one that the demo uses, or a default of the server. */
export function isDemoPassword(password: string): boolean {
  return demoPasswords.has(password.toLowerCase()) || /^demo|change.?me/i.test(password);
}

/** Secrets of the demo accounts, clients and services, as they stand and in base64url ("demo-"). */
const demoSecrets =
  /latchkey-demo-password|demo-secret-|demo-[a-z-]+-for-local|JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP|ZGVtby/;

/** Whether a text contains a secret of the demo (contract part 4 "Demo data"). */
export function holdsDemoSecret(text: string): boolean {
  return demoSecrets.test(text);
}
