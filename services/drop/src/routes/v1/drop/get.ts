import { owner } from '../../../access/callers.ts';
import { findLocked, requireId, requireKey } from '../../../access/find-drop.ts';
import { takenExamples } from '../../../drop/example-drops.ts';
import { readDrop } from '../../../take/take-drop.ts';
import { defineTake } from '../../define-take.ts';

export const get = defineTake({
  path: '/v1/drop/get',
  summary: 'Read your own drop without consuming it',
  who: owner,
  example: takenExamples.read,
  async find(context, parsed, principal) {
    const found = await findLocked(context, requireId(parsed), principal.id);
    requireKey(parsed);
    return found;
  },
  take: readDrop,
});
