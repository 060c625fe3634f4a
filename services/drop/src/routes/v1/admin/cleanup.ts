import { defineRoute } from '@latchkey/http-server';
import { actorOf, admin } from '../../../access/callers.ts';
import type { DropContext } from '../../../context.ts';
import { dropIdField } from '../../../drop/drop-schema.ts';
import { cleanUpDrops } from '../../../drop/upkeep.ts';
import { errors } from '../../../errors.ts';

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
