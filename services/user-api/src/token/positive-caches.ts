import { createHash } from 'node:crypto';
import type { FamilyView } from '../sibling/sso.ts';

interface VouchSettings {
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
export function createVouchCache({ ask, now, keepSeconds }: VouchSettings) {
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

interface FamilyPorts {
  /** Asks sso whether the refresh family of a token is still live. */
  ask(token: string, traceparent: string): Promise<FamilyView | undefined>;
  now(): number;
  /** 0 where revocation must count at once (TOKEN_CHECK_MODE=strict). */
  readonly keepSeconds: number;
}

/** Remembers for a few seconds that a family is live, never that it is not. Source: contract part 2 "Guarded routes". */
export function createFamilyCache(ports: FamilyPorts) {
  const live = new Map<string, { family: FamilyView; until: number }>();
  return {
    async find(sessionId: string, token: string, traceparent: string): Promise<FamilyView | undefined> {
      const known = live.get(sessionId);
      if (known !== undefined && ports.now() < known.until) return known.family;
      live.delete(sessionId);
      const family = await ports.ask(token, traceparent);
      if (family === undefined || ports.keepSeconds === 0) return family;
      if (live.size >= mostEntries) live.clear();
      live.set(sessionId, { family, until: ports.now() + ports.keepSeconds * 1000 });
      return family;
    },
  };
}
