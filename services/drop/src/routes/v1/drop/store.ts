import { defineRoute, type Access } from '@latchkey/http-server';
import { actorOf, requirePrincipal } from '../../../access/callers.ts';
import type { DropContext } from '../../../context.ts';
import { answerKept } from '../../../deposit/answer-kept.ts';
import { storeDrop } from '../../../deposit/deposit.ts';
import { payloadBody } from '../../../deposit/payload-body.ts';
import {
  detailFields,
  keptOutput,
  keyField,
  newIdField,
  payloadFields,
  termFields,
} from '../../../drop/drop-schema.ts';
import type { Actor, Term } from '../../../drop/drop.ts';
import { readTerm } from '../../../drop/read-term.ts';
import { credentialErrors, errors, inputErrors } from '../../../errors.ts';
import type { Contents } from '../../../payload/contents.ts';
import { readContents } from '../../../payload/read-contents.ts';

interface Admitted {
  readonly actor: Actor;
  readonly contents: Contents;
  readonly term: Term | null;
}

/** In the order of contract part 3 "Messages"; what follows is the schema's Invalid, then the handler's. */
const access: Access<DropContext, Admitted> = {
  name: 'user, admin or root token',
  errors: [
    ...credentialErrors('Principal id is unavailable'),
    errors.payloadMissing,
    errors.formatInvalid,
    errors.ttlInvalid,
    errors.expiryInvalid,
  ],
  async admit(context, parsed, request) {
    const principal = await requirePrincipal(context, parsed, request);
    const contents = readContents(parsed);
    const term = readTerm(parsed, context.now());
    return { actor: actorOf(principal, request), contents, term };
  },
};

export const store = defineRoute({
  path: '/v1/drop/store',
  summary: 'Keep a payload until somebody takes it',
  family: 'drop',
  access,
  body: payloadBody,
  input: {
    properties: { id: newIdField, key: keyField, ...payloadFields, ...termFields, ...detailFields },
  },
  output: keptOutput,
  errors: [...inputErrors, errors.tooLarge, errors.idTaken],
  async handle(context, input, { actor, contents, term }) {
    const kept = await storeDrop(context, {
      id: input.id ?? context.newId(),
      actor,
      details: {
        anonymous: input.anonymous ?? false,
        kind: input.kind ?? null,
        metadata: input.metadata ?? null,
      },
      term,
      contents,
      contentType: input.content_type ?? null,
      key: input.key,
    });
    return answerKept(kept);
  },
});
