import { ApiError, type InferOutput, type ownDropCalls } from '@latchkey/contracts';
import type { AccountProblem, Section } from '../../page/account/account-view.ts';
import { noDrops, type DropItem, type DropsSection } from '../../page/drops/drops-view.ts';

type Listed = InferOutput<(typeof ownDropCalls)['list']['output']>['items'][number];

export const unreachableDrops: DropsSection = { ...noDrops, isReachable: false };

export const dropsDown: AccountProblem = { kind: 'drops_down', retryAfterSeconds: 5 };

/** Why a section cannot be shown whole. */
export function troubleOf(section: Section): AccountProblem | null {
  return section.name === 'drops' && !section.isReachable ? dropsDown : null;
}

/** What `act` gives, or `otherwise` while drop gives no answer: the page then says so itself, and keeps what was typed. */
export async function orDropDown<Given, Otherwise>(
  act: () => Promise<Given>,
  otherwise: Otherwise,
): Promise<Given | Otherwise> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'upstream_unavailable') throw error;
    return otherwise;
  }
}

/** A drop as its owner is shown it: without a network, which is its taker's. */
export function describeDrop(drop: Listed, userId: string): DropItem {
  const { id, expires_at, consumed_at, consumed_by: by, metadata, asks } = drop;
  const { label } = metadata ?? {};
  const named = typeof label === 'string' ? label : (asks ?? '');
  return { id, expires_at, consumed_at, label: named, state: stateOf(drop), taker: takerOf(by, userId) };
}

function stateOf({ status, fillable }: Listed): DropItem['state'] {
  if (fillable && status === 'reserved') return 'asked';
  return fillable && status === 'active' ? 'filled' : status;
}

function takerOf(by: string | null, userId: string): DropItem['taker'] {
  if (by === null) return null;
  if (by === userId) return 'you';
  return by === 'anonymous' ? 'nobody' : 'account';
}
