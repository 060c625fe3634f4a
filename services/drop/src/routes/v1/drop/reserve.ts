import { anyPrincipal } from '../../../access/callers.ts';
import { reserveDrop } from '../../../deposit/deposit.ts';
import { readTerm } from '../../../deposit/read-term.ts';
import { detailFields, newIdField, termFields } from '../../../drop/drop-schema.ts';
import { depositExamples } from '../../../drop/example-drops.ts';
import { errors } from '../../../errors.ts';
import { defineDeposit, detailsOf } from '../../define-deposit.ts';

export const reserve = defineDeposit({
  path: '/v1/drop/reserve',
  summary: 'Reserve an id for a payload that comes later',
  who: anyPrincipal,
  // Metadata may be 8 deep, inside the body.
  body: { maxDepth: 16 },
  input: { properties: { id: newIdField, ...termFields, ...detailFields } },
  example: depositExamples.reserved,
  errors: [errors.expiryPast, errors.idTaken],
  read: (context, parsed) => ({
    term: readTerm(parsed, context.now(), errors.expiryPast),
    metadata: parsed.json('metadata'),
  }),
  deposit: (context, input, { term, metadata }, actor) =>
    reserveDrop(context, {
      id: input.id ?? context.newId(),
      actor,
      details: detailsOf(input, metadata),
      term,
    }),
});
