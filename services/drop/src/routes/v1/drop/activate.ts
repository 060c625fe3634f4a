import { ApiError } from '@latchkey/errors';
import { defineRoute, type Access } from '@latchkey/http-server';
import { actorOf, requirePrincipal } from '../../../access/callers.ts';
import { findOwnDrop, requireId } from '../../../access/find-drop.ts';
import type { DropContext } from '../../../context.ts';
import { answerKept } from '../../../deposit/answer-kept.ts';
import { activateDrop } from '../../../deposit/deposit.ts';
import { payloadBody } from '../../../deposit/payload-body.ts';
import {
  detailFields,
  dropIdField,
  ignoredField,
  keptOutput,
  keyField,
  payloadFields,
  termFields,
} from '../../../drop/drop-schema.ts';
import type { Actor, Drop, Term } from '../../../drop/drop.ts';
import { readTerm } from '../../../drop/read-term.ts';
import { credentialErrors, errors, inputErrors } from '../../../errors.ts';
import type { Contents } from '../../../payload/contents.ts';
import { readContents } from '../../../payload/read-contents.ts';

interface Admitted {
  readonly actor: Actor;
  readonly reservation: Drop;
  readonly contents: Contents;
  readonly term: Term | null;
}

/** In the order of contract part 3 "Messages"; what follows is the schema's Invalid, then the handler's. */
const access: Access<DropContext, Admitted> = {
  name: 'token of the owner',
  errors: [
    ...credentialErrors('Principal id is unavailable'),
    errors.fieldMissing,
    errors.typeInvalid,
    errors.notFound,
    errors.expired,
    errors.notReserved,
    errors.payloadMissing,
    errors.formatInvalid,
    errors.ttlInvalid,
    errors.expiryInvalid,
  ],
  async admit(context, parsed, request) {
    const principal = await requirePrincipal(context, parsed, request);
    const reservation = await findOwnDrop(context, requireId(parsed), principal);
    assertReserved(reservation);
    const contents = readContents(parsed);
    const term = readTerm(parsed, context.now());
    return { actor: actorOf(principal, request), reservation, contents, term };
  },
};

export const activate = defineRoute({
  path: '/v1/drop/activate',
  summary: 'Put a payload into a reserved drop',
  family: 'drop',
  access,
  body: payloadBody,
  input: {
    properties: {
      id: dropIdField,
      key: keyField,
      ...payloadFields,
      ...termFields,
      ...detailFields,
      status: ignoredField,
    },
    required: ['id'],
  },
  output: keptOutput,
  errors: [...inputErrors, errors.tooLarge, errors.notFound, errors.expired, errors.notReserved],
  async handle(context, input, { actor, reservation, contents, term }) {
    const { id, anonymous, kind, metadata } = reservation;
    const kept = await activateDrop(context, {
      id,
      actor,
      details: {
        anonymous: input.anonymous ?? anonymous,
        kind: input.kind ?? kind,
        metadata: input.metadata ?? metadata,
      },
      term,
      contents,
      contentType: input.content_type ?? null,
      key: input.key,
    });
    return answerKept(kept ?? (await explainLoss(context, id)));
  },
});

function assertReserved({ status }: Drop): void {
  if (status === 'expired') throw new ApiError(errors.expired);
  if (status !== 'reserved') throw new ApiError(errors.notReserved);
}

/** Somebody was faster: says what the drop is now. */
async function explainLoss({ drops }: DropContext, id: string): Promise<never> {
  const now = await drops.find(id);
  if (now === undefined) throw new ApiError(errors.notFound, { field: 'id' });
  assertReserved(now);
  throw new ApiError(errors.notReserved);
}
