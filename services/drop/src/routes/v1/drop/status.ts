import { defineRoute } from '@latchkey/http-server';
import { ownDrop } from '../../../access/own-drop.ts';
import type { DropContext } from '../../../context.ts';
import { dropIdField, dropStatusOutput, dropStatusOutputNames } from '../../../drop/drop-schema.ts';
import { viewDropStatus } from '../../../drop/drop-view.ts';

export const status = defineRoute({
  path: '/v1/drop/status',
  summary: 'Tell what became of an own drop',
  family: 'drop',
  access: ownDrop,
  input: { properties: { id: dropIdField }, required: ['id'] },
  output: { properties: dropStatusOutput, required: dropStatusOutputNames },
  errors: [],
  handle: (_context: DropContext, _input, { drop }) => viewDropStatus(drop),
});
