import { defineRoute, type Access } from '@latchkey/http-server';
import { requirePrincipal, takerOf } from '../../../access/callers.ts';
import {
  findOwnSealed,
  requireActive,
  requireId,
  requireKey,
  type OpenableDrop,
} from '../../../access/find-drop.ts';
import type { DropContext } from '../../../context.ts';
import { takeFields, takenOutput } from '../../../drop/drop-schema.ts';
import { credentialErrors, openErrors, takeErrors } from '../../../errors.ts';
import { answerTaken } from '../../../take/answer-taken.ts';
import { readDrop } from '../../../take/take-drop.ts';

/** In the order of contract part 3 "Messages"; what follows is Invalid. */
const access: Access<DropContext, OpenableDrop> = {
  name: 'token of the owner',
  errors: [...credentialErrors('Principal id is unavailable'), ...openErrors],
  async admit(context, parsed, request) {
    const principal = await requirePrincipal(context, parsed, request);
    const found = await findOwnSealed(context, requireId(parsed), principal);
    requireKey(parsed);
    return requireActive(context, found, takerOf(principal, request));
  },
};

export const get = defineRoute({
  path: '/v1/drop/get',
  summary: 'Read an own drop without spending it',
  family: 'drop',
  access,
  input: { properties: takeFields, required: ['id', 'key'] },
  output: takenOutput,
  errors: takeErrors,
  async handle(context, { key, payload_format: wanted = 'json' }, openable) {
    return answerTaken(await readDrop(context, { ...openable, key, wanted }));
  },
});
