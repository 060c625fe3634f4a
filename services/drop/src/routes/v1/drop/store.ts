import { anyPrincipal } from '../../../access/callers.ts';
import { storeDrop } from '../../../deposit/deposit.ts';
import { readTerm } from '../../../deposit/read-term.ts';
import { detailFields, keyField, newIdField, payloadFields, termFields } from '../../../drop/drop-schema.ts';
import { depositExamples } from '../../../drop/example-drops.ts';
import { errors } from '../../../errors.ts';
import { readContents } from '../../../payload/read-contents.ts';
import { defineDeposit, detailsOf, payloadBody, payloadErrors } from '../../define-deposit.ts';

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
