import type { FamilyView } from './caller.ts';

interface FamilyPorts {
  /** Asks sso whether the refresh family of a token is still live. */
  ask(token: string, traceparent: string): Promise<FamilyView | undefined>;
  now(): number;
  /** 0 where revocation must count at once (TOKEN_CHECK_MODE=strict). */
  readonly keepSeconds: number;
}

const mostEntries = 10_000;

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
