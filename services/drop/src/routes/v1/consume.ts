import { defineRoute, type Access } from '@latchkey/http-server';
import { findPrincipal, takerOf } from '../../access/callers.ts';
import {
  findSealed,
  requireActive,
  requireId,
  requireKey,
  type OpenableDrop,
} from '../../access/find-drop.ts';
import type { DropContext } from '../../context.ts';
import { ignoredField, takeFields, takenOutput } from '../../drop/drop-schema.ts';
import { credentialError, credentialErrors, errors, openErrors, takeErrors } from '../../errors.ts';
import { answerTaken } from '../../take/answer-taken.ts';
import { consumeDrop } from '../../take/take-drop.ts';
import { refuseTaker } from '../../take/taker.ts';

const nobody = credentialError('token_missing', 'Principal id is unavailable');

/** In the order of contract part 3 "Messages": who may take comes before the state, so that a stranger learns nothing. */
const access: Access<DropContext, OpenableDrop> = {
  name: 'public for anonymous drops, else token of the owner',
  errors: [...credentialErrors('Principal id is unavailable'), ...openErrors, errors.ownerRequired],
  async admit(context, parsed, request) {
    const principal = await findPrincipal(context, parsed, request);
    const id = requireId(parsed);
    requireKey(parsed);
    const found = await findSealed(context, id);
    const { drop } = found;
    const taker = takerOf(principal, request);
    if (!drop.anonymous) {
      if (!principal) return refuseTaker(context, drop, taker, nobody);
      if (principal.id !== drop.owner) return refuseTaker(context, drop, taker, errors.ownerRequired);
    }
    return requireActive(context, found, taker);
  },
};

export const consumePublic = defineRoute({
  path: '/v1/consume',
  summary: 'Take the payload out of an anonymous drop, or of an own one, once',
  family: 'drop',
  access,
  input: { properties: { ...takeFields, anonymous: ignoredField }, required: ['id', 'key'] },
  output: takenOutput,
  errors: [...takeErrors, errors.notFound],
  async handle(context, { key, payload_format: wanted = 'json' }, openable) {
    return answerTaken(await consumeDrop(context, { ...openable, key, wanted }));
  },
});
