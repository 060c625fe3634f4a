import { isUuid } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { pageInputProperties, readPageInputs, toPageable } from '@latchkey/pagination';
import { actorOf, admin } from '../../access/callers.ts';
import { findLocked, requireId, requireKey } from '../../access/find-drop.ts';
import type { DropContext } from '../../context.ts';
import { adminFilterFields, adminListOutput, dropIdField } from '../../drop/drop-schema.ts';
import { viewDropStatus } from '../../drop/drop-view.ts';
import { exampleOwner, listExample, statusExamples, takenExamples } from '../../drop/example-drops.ts';
import { pageSpecs } from '../../drop/page-specs.ts';
import { cleanUpDrops } from '../../drop/upkeep.ts';
import { errors, pageErrors } from '../../errors.ts';
import { isFirstOfMinute } from '../../event/is-first-of-minute.ts';
import { readDrop } from '../../take/take-drop.ts';
import { defineTake } from '../define-take.ts';

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

export const listAll = defineRoute({
  path: '/v1/admin/list',
  summary: 'List the drops of every owner, or of one, newest first',
  access: admin,
  input: { properties: { ...pageInputProperties, ...adminFilterFields } },
  output: adminListOutput,
  example: listExample({ ...statusExamples.active, owner: exampleOwner }),
  errors: [...Object.values(pageErrors), errors.filterInvalid],
  async handle(context: DropContext, input, principal, request) {
    const { drops, cursors } = context;
    const { status = null, kind = null, owner } = input;
    const filters = { status, kind, owner: owner === undefined ? null : foldPrincipal(owner) };
    const search = { spec: pageSpecs.all, sealer: cursors, errors: pageErrors, filters, scope: {} };
    const plan = readPageInputs(input, search);
    const slice = await drops.listAll(filters, plan);
    const { items, ...page } = toPageable(slice, plan, cursors);
    const names = Object.entries(filters).flatMap(([name, value]) => (value === null ? [] : [name]));
    // Of a walk through the list it says how far it came.
    const rows = items.length === 0 ? 0 : slice.offset + items.length;
    const read = `${names.join(',')}:${String(rows).length}`;
    if (await isFirstOfMinute(context, `listed:{${principal.id}}:${read}`)) {
      const reason = `${rows} rows; filters: ${names.join(', ') || 'none'}`;
      await drops.record({
        event: 'listed',
        drop: { id: '', owner: '' },
        actor: actorOf(principal, request),
        reason,
      });
    }
    return { items: items.map((drop) => ({ ...viewDropStatus(drop), owner: drop.owner })), ...page };
  },
});

/** A uuid is the same in any case; a client_id is not. */
function foldPrincipal(id: string): string {
  return id.replace(/[^:]+/g, (part) => (isUuid(part) ? part.toLowerCase() : part));
}

export const cleanup = defineRoute({
  path: '/v1/admin/cleanup',
  summary: 'Delete expired drops, and ended drops past their retention, at once',
  access: admin,
  input: { properties: { id: { ...dropIdField, description: 'Clean up this drop only.' } } },
  output: {
    properties: {
      deleted_count: { type: 'integer', minimum: 0 },
      scanned_count: { type: 'integer', minimum: 0 },
    },
  },
  errors: [errors.typeInvalid],
  async handle({ upkeep }: DropContext, { id }, principal, request) {
    const { deleted, scanned } = await cleanUpDrops(upkeep, id, actorOf(principal, request));
    return { deleted_count: deleted, scanned_count: scanned };
  },
});
