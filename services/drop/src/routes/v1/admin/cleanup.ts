import { defineRoute } from '@latchkey/http-server';
import { adminGate } from '../../../access/admin-gate.ts';
import { actorOf } from '../../../access/callers.ts';
import type { DropContext } from '../../../context.ts';
import { dropIdField } from '../../../drop/drop-schema.ts';
import { cleanUpDrops } from '../../../drop/keep-drops.ts';
import { inputErrors } from '../../../errors.ts';

export const cleanup = defineRoute({
  path: '/v1/admin/cleanup',
  summary: 'Remove expired drops, and receipts past retention, at once',
  family: 'admin',
  access: adminGate,
  input: {
    properties: { id: { ...dropIdField, description: 'Look at this drop only.' } },
  },
  output: {
    properties: {
      deleted_count: { type: 'integer', minimum: 0 },
      scanned_count: { type: 'integer', minimum: 0 },
    },
    required: ['deleted_count', 'scanned_count'],
  },
  errors: inputErrors,
  async handle({ keeper }: DropContext, { id }, admin, request) {
    const { deleted, scanned } = await cleanUpDrops(keeper, id, actorOf(admin, request));
    return { deleted_count: deleted, scanned_count: scanned };
  },
});
