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
import { credentialErrors, errors, openErrors, takeErrors } from '../../../errors.ts';
import { answerTaken } from '../../../take/answer-taken.ts';
import { consumeDrop } from '../../../take/take-drop.ts';

/** In the order of contract part 3 "Messages"; what follows is Invalid. */
const access: Access<DropContext, OpenableDrop> = {
  name: 'token of the owner',
  errors: [...credentialErrors('Principal id is unavailable'), ...openErrors],
  async admit(context, parsed, request) {
    const principal = await requirePrincipal(context, parsed, request);
    const id = requireId(parsed);
    requireKey(parsed);
    const found = await findOwnSealed(context, id, principal);
    return requireActive(context, found, takerOf(principal, request));
  },
};

export const consume = defineRoute({
  path: '/v1/drop/consume',
  summary: 'Take the payload out of an own drop, once',
  family: 'drop',
  access,
  input: { properties: takeFields, required: ['id', 'key'] },
  output: takenOutput,
  errors: [...takeErrors, errors.notFound],
  async handle(context, { key, payload_format: wanted = 'json' }, openable) {
    return answerTaken(await consumeDrop(context, { ...openable, key, wanted }));
  },
});
