import { admin } from '../../../access/callers.ts';
import { findLocked, requireId, requireKey } from '../../../access/find-drop.ts';
import { takenExamples } from '../../../drop/example-drops.ts';
import { readDrop } from '../../../take/take-drop.ts';
import { defineTake } from '../../define-take.ts';

export const getAsAdmin = defineTake({
  path: '/v1/admin/get',
  summary: 'Read a drop of any owner with its key, without consuming it',
  who: admin,
  example: takenExamples.read,
  async find(context, parsed) {
    const found = await findLocked(context, requireId(parsed));
    requireKey(parsed);
    return found;
  },
  async take(context, given) {
    const taken = await readDrop(context, given);
    await context.drops.record({ event: 'read', drop: given.drop, actor: given.taker.actor, reason: null });
    return taken;
  },
});
