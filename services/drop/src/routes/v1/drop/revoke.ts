import { ApiError } from '@latchkey/errors';
import { defineRoute } from '@latchkey/http-server';
import { ownDrop } from '../../../access/own-drop.ts';
import type { DropContext } from '../../../context.ts';
import {
  dropIdField,
  dropStatusOutput,
  dropStatusOutputNames,
  ignoredField,
} from '../../../drop/drop-schema.ts';
import { viewDropStatus } from '../../../drop/drop-view.ts';
import type { Drop } from '../../../drop/drop.ts';
import { errors } from '../../../errors.ts';

export const revoke = defineRoute({
  path: '/v1/drop/revoke',
  summary: 'Shred an own drop that nobody has taken',
  family: 'drop',
  access: ownDrop,
  input: {
    properties: { id: dropIdField, expires: ignoredField, expires_at: ignoredField, status: ignoredField },
    required: ['id'],
  },
  output: { properties: dropStatusOutput, required: dropStatusOutputNames },
  errors: [errors.notFound, errors.expired, errors.notRevocable],
  async handle({ drops }: DropContext, _input, { drop, actor }) {
    const revoked = await drops.revoke(drop.id, drop.owner, actor);
    return viewDropStatus(revoked ?? explainRefusal(await drops.find(drop.id)));
  },
});

/** The write found nothing live: says what the drop is now. */
function explainRefusal(now: Drop | undefined): never {
  if (now === undefined) throw new ApiError(errors.notFound, { field: 'id' });
  throw new ApiError(now.status === 'expired' ? errors.expired : errors.notRevocable);
}
