import type { RefreshFamily } from './family.ts';

/** How often a family may rotate in a window. The window begins with a rotation. */
export interface RotationLimit {
  /** 0: as often as it likes. */
  readonly rotations: number;
  readonly windowMs: number;
}

/** Milliseconds until a family may rotate again; 0 when it may now. Says the same as the statement that rotates. */
export function rotationWaitMs(
  { rotations, rotationsSince }: Pick<RefreshFamily, 'rotations' | 'rotationsSince'>,
  limit: RotationLimit,
  nowMs: number,
): number {
  if (limit.rotations === 0 || rotations < limit.rotations || rotationsSince === null) return 0;
  return Math.max(0, rotationsSince.getTime() + limit.windowMs - nowMs);
}
