import { createHash } from 'node:crypto';

interface VouchPorts {
  /** Asks sso whether a token still counts. Rejects when there is no answer. */
  ask(token: string, traceparent: string): Promise<boolean>;
  now(): number;
  /** 0 where revocation must count at once (TOKEN_CHECK_MODE=strict). */
  readonly keepSeconds: number;
}

const mostEntries = 10_000;

/**
 * Remembers for a few seconds that sso vouched for a token, by the token's hash; never that it did not, nor that there
 * was no answer. Source: contract part 2 "Manual validation".
 */
export function createVouchCache({ ask, now, keepSeconds }: VouchPorts) {
  const vouchedUntil = new Map<string, number>();
  return async (token: string, traceparent: string): Promise<boolean> => {
    const name = createHash('sha256').update(token).digest('base64url');
    if (now() < (vouchedUntil.get(name) ?? 0)) return true;
    vouchedUntil.delete(name);
    if (!(await ask(token, traceparent))) return false;
    if (vouchedUntil.size >= mostEntries) vouchedUntil.clear();
    if (keepSeconds > 0) vouchedUntil.set(name, now() + keepSeconds * 1000);
    return true;
  };
}
