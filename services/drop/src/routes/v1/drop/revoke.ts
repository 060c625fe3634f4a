import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { owner } from '../../../access/callers.ts';
import { ownDrop } from '../../../access/find-drop.ts';
import type { DropContext } from '../../../context.ts';
import { dropIdField, ignoredField, statusOutput } from '../../../drop/drop-schema.ts';
import { viewDropStatus } from '../../../drop/drop-view.ts';
import type { Drop } from '../../../drop/drop.ts';
import { statusExamples } from '../../../drop/example-drops.ts';
import { errors } from '../../../errors.ts';

const ignoredDate = {
  description: 'Accepted and ignored: the drop is revoked at once, not at this date.',
} as const;

export const revoke = defineRoute({
  path: '/v1/drop/revoke',
  summary: 'Shred your own drop at once, before it is consumed',
  access: owner,
  checks: ownDrop,
  input: {
    properties: { id: dropIdField, expires: ignoredDate, expires_at: ignoredDate, status: ignoredField },
    required: ['id'],
  },
  output: statusOutput,
  example: statusExamples.revoked,
  errors: [errors.notFound, errors.expired, errors.notRevocable, errors.outcomeUnknown],
  async handle({ drops }: DropContext, _input, { drop, actor }) {
    const revoked = await drops.revoke(drop.id, drop.owner, actor);
    return viewDropStatus(revoked ?? explainRefusal(await drops.find(drop.id, drop.owner)));
  },
});

/** The write found no live drop: answers what the drop is by then. */
function explainRefusal(drop: Drop | undefined): never {
  if (drop === undefined) throw new ApiError(errors.notFound, { field: 'id' });
  throw new ApiError(drop.status === 'expired' ? errors.expired : errors.notRevocable);
}
