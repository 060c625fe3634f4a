import { anyone } from '../../access/callers.ts';
import { findLocked, requireId, requireKey } from '../../access/find-drop.ts';
import { credentialError, errors } from '../../errors.ts';
import { refuseTake } from '../../take/refuse-take.ts';
import { consumeDrop } from '../../take/take-drop.ts';
import { defineTake } from '../define-take.ts';

const tokenMissing = credentialError('token_missing', 'Principal id is unavailable');

export const consumePublic = defineTake({
  path: '/v1/consume',
  summary: 'Consume an anonymous drop, or your own: its payload is answered once',
  family: 'drop',
  who: anyone,
  errors: [errors.ownerRequired, errors.outcomeUnknown],
  async find(context, parsed, principal, taker) {
    const id = requireId(parsed);
    requireKey(parsed);
    const found = await findLocked(context, id);
    const { drop } = found;
    // The owner is checked before the state, so that a stranger learns nothing about it.
    if (drop.anonymous || principal?.id === drop.owner) return found;
    return refuseTake(context, drop, taker, principal ? errors.ownerRequired : tokenMissing);
  },
  take: consumeDrop,
});
