import { owner } from '../../../access/callers.ts';
import { findLocked, requireId, requireKey } from '../../../access/find-drop.ts';
import { takenExamples } from '../../../drop/example-drops.ts';
import { errors } from '../../../errors.ts';
import { consumeDrop } from '../../../take/take-drop.ts';
import { defineTake } from '../../define-take.ts';

export const consume = defineTake({
  path: '/v1/drop/consume',
  summary: 'Consume your own drop: its payload is answered once',
  who: owner,
  example: takenExamples.consumed,
  errors: [errors.outcomeUnknown],
  async find(context, parsed, principal) {
    const id = requireId(parsed);
    requireKey(parsed);
    return findLocked(context, id, principal.id);
  },
  take: consumeDrop,
});
