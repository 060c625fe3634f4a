import { findBadParameter } from '@latchkey/process';
import pg from 'pg';

/**
 * The address with `options` for each session behind those that it has itself: PostgreSQL takes the last of two. pg lets
 * an address win over all settings beside it, so this is the only place for them. Throws a sentence that names
 * DATABASE_URL, and holds nothing secret, where the address has what pg cannot use.
 */
export function withSessionOptions(address: string, options: string): string {
  const url = URL.parse(address);
  const isPlain = url !== null && !/[\s\p{C}]/u.test(address);
  const complaint = isPlain
    ? findBadParameter('postgres', address)
    : 'must be a postgres:// address without blanks';
  if (url === null || complaint !== undefined) throw new Error(`DATABASE_URL ${complaint}.`);
  const theirs = url.searchParams.get('options');
  // Two blanks, since theirs may end in a backslash, which would join ours to it.
  url.searchParams.set('options', theirs === null ? options : `${theirs}  ${options}`);
  assertReadable(url.href);
  return url.href;
}

/** pg reads files of certificates, and decodes names, in the constructor. */
function assertReadable(connectionString: string): void {
  try {
    void new pg.Client({ connectionString }).user;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // oxlint-disable-next-line preserve-caught-error -- pg's error may hold the address with its password
    throw new Error(`DATABASE_URL cannot be used: ${reason}.`);
  }
}
