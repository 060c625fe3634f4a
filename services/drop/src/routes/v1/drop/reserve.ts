import { defineRoute, type Access } from '@latchkey/http-server';
import { actorOf, requirePrincipal } from '../../../access/callers.ts';
import type { DropContext } from '../../../context.ts';
import { answerKept } from '../../../deposit/answer-kept.ts';
import { reserveDrop } from '../../../deposit/deposit.ts';
import { metadataBody } from '../../../deposit/payload-body.ts';
import { detailFields, keptOutput, newIdField, termFields } from '../../../drop/drop-schema.ts';
import type { Actor, Term } from '../../../drop/drop.ts';
import { readTerm } from '../../../drop/read-term.ts';
import { credentialErrors, errors, inputErrors } from '../../../errors.ts';

interface Admitted {
  readonly actor: Actor;
  readonly term: Term | null;
}

/** In the order of contract part 3 "Messages"; what follows is the schema's Invalid, then the handler's. */
const access: Access<DropContext, Admitted> = {
  name: 'user, admin or root token',
  errors: [
    ...credentialErrors('Principal id is unavailable'),
    errors.ttlInvalid,
    errors.expiryPast,
    errors.expiryInvalid,
  ],
  async admit(context, parsed, request) {
    const principal = await requirePrincipal(context, parsed, request);
    const term = readTerm(parsed, context.now(), errors.expiryPast);
    return { actor: actorOf(principal, request), term };
  },
};

export const reserve = defineRoute({
  path: '/v1/drop/reserve',
  summary: 'Take an id for a payload that comes later',
  family: 'drop',
  access,
  body: metadataBody,
  input: { properties: { id: newIdField, ...termFields, ...detailFields } },
  output: keptOutput,
  errors: [...inputErrors, errors.idTaken],
  async handle(context, input, { actor, term }) {
    const { anonymous = false, kind = null, metadata = null } = input;
    const details = { anonymous, kind, metadata };
    const id = input.id ?? context.newId();
    return answerKept(await reserveDrop(context, { id, actor, details, term }));
  },
});
