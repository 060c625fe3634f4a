import { ApiError } from '@latchkey/contracts';
import { defineRoute, text } from '@latchkey/http-server';
import { pageInputProperties, readPageInputs, toPageable } from '@latchkey/pagination';
import { anyPrincipal, owner } from '../../access/callers.ts';
import { findLocked, ownDrop, requireId, requireKey } from '../../access/find-drop.ts';
import type { DropContext } from '../../context.ts';
import { dropIdField, filterFields, ignoredField, listOutput, statusOutput } from '../../drop/drop-schema.ts';
import { viewDropStatus } from '../../drop/drop-view.ts';
import type { Drop } from '../../drop/drop.ts';
import { listExample, statusExamples, takenExamples } from '../../drop/example-drops.ts';
import { pageSpecs } from '../../drop/page-specs.ts';
import { errors, pageErrors } from '../../errors.ts';
import { consumeDrop, readDrop } from '../../take/take-drop.ts';
import { defineTake } from '../define-take.ts';

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

export const showStatus = defineRoute({
  path: '/v1/drop/status',
  summary: 'Show what became of your own drop',
  access: owner,
  checks: ownDrop,
  input: { properties: { id: dropIdField }, required: ['id'] },
  output: statusOutput,
  example: statusExamples.consumed,
  errors: [],
  handle: (_context: DropContext, _input, { drop }) => viewDropStatus(drop),
});

const ignoredDate = {
  description: 'Accepted and ignored: the drop is revoked at once, not at this date.',
} as const;

export const revoke = defineRoute({
  path: '/v1/drop/revoke',
  summary: 'Shred your own drop at once, before it is consumed',
  access: owner,
  checks: ownDrop,
  input: {
    properties: { id: dropIdField, expires: ignoredDate, expires_at: ignoredDate, status: ignoredField },
    required: ['id'],
  },
  output: statusOutput,
  example: statusExamples.revoked,
  errors: [errors.notFound, errors.expired, errors.notRevocable, errors.outcomeUnknown],
  async handle({ drops }: DropContext, _input, { drop, actor }) {
    const revoked = await drops.revoke(drop.id, drop.owner, actor);
    return viewDropStatus(revoked ?? explainRefusal(await drops.find(drop.id, drop.owner)));
  },
});

/** The write found no live drop: answers what the drop is by then. */
function explainRefusal(drop: Drop | undefined): never {
  if (drop === undefined) throw new ApiError(errors.notFound, { field: 'id' });
  throw new ApiError(drop.status === 'expired' ? errors.expired : errors.notRevocable);
}

export const remove = defineRoute({
  path: '/v1/drop/delete',
  summary: 'Delete your own drop in any state, and free its id',
  access: owner,
  checks: ownDrop,
  input: { properties: { id: dropIdField }, required: ['id'] },
  output: { properties: { id: { ...text, examples: dropIdField.examples }, deleted: { type: 'boolean' } } },
  errors: [errors.notFound, errors.outcomeUnknown],
  async handle({ drops }: DropContext, _input, { drop, actor }) {
    const deleted = await drops.remove(drop.id, drop.owner, actor);
    if (!deleted) throw new ApiError(errors.notFound, { field: 'id' });
    return { id: drop.id, deleted };
  },
});

export const list = defineRoute({
  path: '/v1/drop/list',
  summary: 'List your own drops, newest first',
  access: anyPrincipal,
  input: { properties: { ...pageInputProperties, ...filterFields } },
  output: listOutput,
  example: listExample(statusExamples.active),
  errors: [...Object.values(pageErrors), errors.filterInvalid],
  async handle({ drops, cursors }: DropContext, input, { id }) {
    const { status = null, kind = null } = input;
    const filters = { status, kind };
    const search = {
      spec: pageSpecs.own,
      sealer: cursors,
      errors: pageErrors,
      filters,
      scope: { owner: id },
    };
    const plan = readPageInputs(input, search);
    const { items, ...page } = toPageable(await drops.listOwn(id, filters, plan), plan, cursors);
    return { items: items.map(viewDropStatus), ...page };
  },
});
