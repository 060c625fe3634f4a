import { defineRoute } from '@latchkey/http-server';
import { linkHolder, takerOf } from '../../access/callers.ts';
import { findFillable, requireId, requireKey } from '../../access/find-drop.ts';
import type { DropContext } from '../../context.ts';
import { fillDrop } from '../../deposit/fill-drop.ts';
import { dropIdField, keyField, payloadFields } from '../../drop/drop-schema.ts';
import { errors, inputErrors } from '../../errors.ts';
import { readContents } from '../../payload/read-contents.ts';
import { payloadBody, payloadErrors } from '../define-deposit.ts';

/** Source: contract part 3 "Asking for a secret". */
export const fill = defineRoute({
  path: '/v1/fill',
  summary: 'Fill in a secret that somebody asks for, once, with the key of their link',
  family: 'drop',
  access: linkHolder,
  checks: {
    errors: [errors.fieldMissing, errors.keyMissing, errors.notFound, errors.expired, errors.notReserved],
    async run(context: DropContext, parsed, request, principal) {
      const id = requireId(parsed);
      requireKey(parsed);
      const fillable = await findFillable(context, id, takerOf(principal, request));
      return { ...fillable, contents: readContents(parsed) };
    },
  },
  body: payloadBody,
  input: {
    properties: { id: dropIdField, key: keyField, ...payloadFields },
    required: ['id', 'key'],
  },
  output: {
    title: 'FilledDrop',
    type: 'object',
    properties: { id: dropIdField, filled: { type: 'boolean' } },
  },
  example: { id: dropIdField.examples[0], filled: true },
  errors: [
    ...inputErrors,
    ...payloadErrors,
    errors.attemptsLimited,
    errors.keyWrong,
    errors.quotaExceeded,
    errors.outcomeUnknown,
  ],
  async handle(context, { key, content_type: contentType = null }, fillable) {
    const { id } = await fillDrop(context, { ...fillable, key, contentType });
    return { id, filled: true };
  },
});
