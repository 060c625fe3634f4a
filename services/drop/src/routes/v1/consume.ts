import { anyone } from '../../access/callers.ts';
import { findTakeable, requireId, requireKey } from '../../access/find-drop.ts';
import { takenExamples } from '../../drop/example-drops.ts';
import { hideLabel } from '../../drop/hide-label.ts';
import { errors } from '../../errors.ts';
import { consumeDrop } from '../../take/take-drop.ts';
import { defineTake } from '../define-take.ts';

export const consumePublic = defineTake({
  path: '/v1/consume',
  summary: 'Consume an anonymous drop, or your own: its payload is answered once',
  family: 'drop',
  who: anyone,
  example: takenExamples.consumed,
  errors: [errors.ownerRequired, errors.outcomeUnknown],
  async find(context, parsed, principal, taker) {
    const id = requireId(parsed);
    requireKey(parsed);
    return findTakeable(context, id, principal, taker);
  },
  async take(context, given) {
    const taken = await consumeDrop(context, given);
    const isOwner = given.taker.actor.id === given.drop.owner;
    return isOwner ? taken : { ...taken, drop: hideLabel(taken.drop) };
  },
});
