import { ApiError } from '@latchkey/contracts';
import { defineRoute, text } from '@latchkey/http-server';
import { owner } from '../../../access/callers.ts';
import { ownDrop } from '../../../access/find-drop.ts';
import type { DropContext } from '../../../context.ts';
import { dropIdField } from '../../../drop/drop-schema.ts';
import { errors } from '../../../errors.ts';

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
