import { ownDropCalls, type InferOutput } from '@latchkey/contracts';
import { deliveredType } from '@latchkey/pages';
import { errors } from '../../errors.ts';
import { noDrops, type DropItem, type DropsSection } from '../../people/page/drops/drops-view.ts';
import { renderDrops } from '../../people/page/drops/render-drops.ts';
import { defineAccountPage } from './account-page.ts';
import { dropActs, dropsDown, orDropDown } from './drop-acts.ts';
import { listPage } from './read-account.ts';

type Listed = InferOutput<typeof ownDropCalls.list.output>['items'][number];

const unreachable: DropsSection = { ...noDrops, isReachable: false };

/** A drop as its owner is shown it: without a network, which is its taker's. */
function describeDrop(drop: Listed, userId: string): DropItem {
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

/** The one-time links of the person. */
export const drops = defineAccountPage({
  name: 'drops',
  render: renderDrops,
  // A text of 64 KiB may be longer in a form.
  rules: { fileType: deliveredType, body: { limitBytes: 256 * 1024 } },
  async load({ askDrop, visit }, query, once) {
    // It does not depend on whether the list can be read after the act.
    if (once?.shown) return noDrops;
    return orDropDown(async () => {
      const { page, isLater } = await listPage(askDrop, ownDropCalls.list, {}, query);
      const items = page.items.map((drop) => describeDrop(drop, visit.session.userId));
      return { ...noDrops, ...page, items, isLater };
    }, unreachable);
  },
  findTrouble: ({ isReachable }) => (isReachable ? null : dropsDown),
  acts: dropActs,
  errors: [
    errors.secretMissing,
    errors.secretLong,
    errors.linkWrong,
    errors.dropEnded,
    errors.dropsFull,
    errors.outcomeUnknown,
    errors.temporarilyUnavailable,
  ],
});
