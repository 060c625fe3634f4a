import { ApiError } from '@latchkey/contracts';
import { anyPrincipal, owner } from '../../../access/callers.ts';
import { findOwnDrop, requireId } from '../../../access/find-drop.ts';
import type { DropContext } from '../../../context.ts';
import { findAsker, readAsks, refuseAsk } from '../../../deposit/ask.ts';
import { activateDrop, reserveDrop, storeDrop } from '../../../deposit/deposit.ts';
import { readTerm } from '../../../deposit/read-term.ts';
import {
  askFields,
  detailFields,
  dropIdField,
  ignoredField,
  keyField,
  newIdField,
  payloadFields,
  termFields,
} from '../../../drop/drop-schema.ts';
import type { Drop } from '../../../drop/drop.ts';
import { depositExamples } from '../../../drop/example-drops.ts';
import { errors } from '../../../errors.ts';
import { readContents } from '../../../payload/read-contents.ts';
import { explainUnreserved } from '../../../take/refuse-take.ts';
import { defineDeposit, detailsOf, payloadBody, payloadErrors } from '../../define-deposit.ts';

export const reserve = defineDeposit({
  path: '/v1/drop/reserve',
  summary: 'Reserve an id for a payload that comes later',
  who: anyPrincipal,
  // Metadata may be 8 deep, inside the body.
  body: { maxDepth: 16 },
  input: { properties: { id: newIdField, ...termFields, ...detailFields, ...askFields } },
  example: depositExamples.reserved,
  errors: [errors.expiryPast, errors.idTaken],
  read: (context, parsed) => ({
    term: readTerm(parsed, context.now(), errors.expiryPast),
    metadata: parsed.json('metadata'),
  }),
  async deposit(context, input, { term, metadata }, { actor, principal, traceparent }) {
    const details = detailsOf(context, principal, input, metadata);
    const asks = readAsks(input);
    if (asks !== undefined && details.anonymous) throw refuseAsk('anonymous');
    return reserveDrop(context, {
      id: input.id ?? context.newId(),
      actor,
      details,
      term,
      ask: asks && { asks: asks.text, asker: await findAsker(context, principal, traceparent) },
    });
  },
});

export const store = defineDeposit({
  path: '/v1/drop/store',
  summary: 'Store a payload until it is consumed',
  who: anyPrincipal,
  body: payloadBody,
  input: { properties: { id: newIdField, key: keyField, ...payloadFields, ...termFields, ...detailFields } },
  example: depositExamples.active,
  errors: [...payloadErrors, errors.idTaken],
  read: (context, parsed) => ({
    contents: readContents(parsed),
    term: readTerm(parsed, context.now()),
    metadata: parsed.json('metadata'),
  }),
  deposit: (context, input, { contents, term, metadata }, { actor, principal }) =>
    storeDrop(context, {
      id: input.id ?? context.newId(),
      actor,
      details: detailsOf(context, principal, input, metadata),
      term,
      contents,
      contentType: input.content_type ?? null,
      key: input.key,
    }),
});

export const activate = defineDeposit({
  path: '/v1/drop/activate',
  summary: 'Put a payload into a reserved drop',
  who: owner,
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
  example: depositExamples.active,
  errors: [errors.fieldMissing, ...payloadErrors, errors.notFound, errors.expired, errors.notReserved],
  async read(context, parsed, principal) {
    const reservation = await findOwnDrop(context, requireId(parsed), principal);
    assertReserved(reservation);
    const contents = readContents(parsed);
    const term = readTerm(parsed, context.now());
    return { reservation, contents, term, metadata: parsed.json('metadata') };
  },
  async deposit(context, input, { reservation, contents, term, metadata }, { actor, principal }) {
    const activated = await activateDrop(context, {
      id: reservation.id,
      actor,
      details: detailsOf(context, principal, input, metadata, reservation),
      term,
      contents,
      contentType: input.content_type ?? null,
      key: input.key,
    });
    return activated ?? explainLoss(context, reservation);
  },
});

function assertReserved(drop: Drop): void {
  const refusal = explainUnreserved(drop);
  if (refusal !== undefined) throw new ApiError(refusal);
}

/** Another request was faster: answers what the drop is by then. */
async function explainLoss({ drops }: DropContext, { id, owner: ownerId }: Drop): Promise<never> {
  const drop = await drops.find(id, ownerId);
  if (drop === undefined) throw new ApiError(errors.notFound, { field: 'id' });
  assertReserved(drop);
  throw new ApiError(errors.notReserved);
}
