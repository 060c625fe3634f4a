import { ApiError } from '@latchkey/errors';
import { defineRoute } from '@latchkey/http-server';
import { ownDrop } from '../../../access/own-drop.ts';
import type { DropContext } from '../../../context.ts';
import { dropIdField } from '../../../drop/drop-schema.ts';
import { errors } from '../../../errors.ts';

export const remove = defineRoute({
  path: '/v1/drop/delete',
  summary: 'Remove an own drop, whatever its state; its id is free again',
  family: 'drop',
  access: ownDrop,
  input: { properties: { id: dropIdField }, required: ['id'] },
  output: {
    properties: { id: { type: 'string' }, deleted: { type: 'boolean' } },
    required: ['id', 'deleted'],
  },
  errors: [errors.notFound],
  async handle({ drops }: DropContext, _input, { drop, actor }) {
    const deleted = await drops.remove(drop.id, drop.owner, actor);
    if (!deleted) throw new ApiError(errors.notFound, { field: 'id' });
    return { id: drop.id, deleted };
  },
});
