import { defineRoute } from '@latchkey/http-server';
import { owner } from '../../../access/callers.ts';
import { ownDrop } from '../../../access/find-drop.ts';
import type { DropContext } from '../../../context.ts';
import { dropIdField, statusOutput } from '../../../drop/drop-schema.ts';
import { viewDropStatus } from '../../../drop/drop-view.ts';
import { statusExamples } from '../../../drop/example-drops.ts';

export const status = defineRoute({
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
