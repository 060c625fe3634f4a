import { anyPrincipal } from '../../../access/callers.ts';
import { findAsker, readAsks, refuseAsk } from '../../../deposit/ask.ts';
import { reserveDrop } from '../../../deposit/deposit.ts';
import { readTerm } from '../../../deposit/read-term.ts';
import { askFields, detailFields, newIdField, termFields } from '../../../drop/drop-schema.ts';
import { depositExamples } from '../../../drop/example-drops.ts';
import { errors } from '../../../errors.ts';
import { defineDeposit, detailsOf } from '../../define-deposit.ts';

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
