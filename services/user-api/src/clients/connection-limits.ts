import { ApiError } from '@latchkey/contracts';
import { errors } from '../errors.ts';

/** How many connections there are, or may be. */
export interface ConnectionCounts {
  /** Of one source, requested ones among them. */
  readonly ofSource: number;
  /** Open requests for one target, and those of one owner among them. */
  readonly openForTarget: number;
  readonly openOfOwner: number;
}

/** 0 is no limit. Source: contract part 2 "Connections". */
export type ConnectionLimits = ConnectionCounts;

export const noLimits: ConnectionLimits = { ofSource: 0, openForTarget: 0, openOfOwner: 0 };

/** Whether a new connection is active at once, and what bounds it. */
export interface NewConnection {
  readonly status: 'requested' | 'active';
  readonly limits: ConnectionLimits;
}

const sentences = {
  ofSource: 'The client has reached its limit of connections',
  openForTarget: 'The owner of the target has reached the limit of requests that wait',
  openOfOwner: 'The owner of the source has reached the limit of requests that wait for one owner',
} as const;

/**
 * Throws quota_exceeded where one more of what `there` is would be beyond a limit. A connection that is active at once
 * asks nobody for anything.
 */
export function assertWithin({ status, limits }: NewConnection, there: ConnectionCounts): void {
  const kinds =
    status === 'active' ? (['ofSource'] as const) : (['ofSource', 'openForTarget', 'openOfOwner'] as const);
  const full = kinds.find((kind) => limits[kind] > 0 && there[kind] >= limits[kind]);
  if (full === undefined) return;
  const message = `${sentences[full]}: ${limits[full]}`;
  throw new ApiError(
    { ...errors.connectionsFull, message },
    { field: full === 'ofSource' ? 'source' : 'target' },
  );
}
