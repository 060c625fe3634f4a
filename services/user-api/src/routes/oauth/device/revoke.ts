import { ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import { tokenFields } from '../../../access/person-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { logEvent } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';

/**
 * sso is asked first, and the row is written whenever sso answers that the device has ended, by this call or before: so
 * a request whose answer was lost can be sent again, and the log never lacks it.
 * Source: contract part 2 "Also needed to be usable".
 */
export const deviceRevoke = defineRoute({
  path: '/oauth/device/revoke',
  summary: 'Ends the access of a device that the caller approved',
  family: 'oauth_device',
  access: accountAccess,
  input: { properties: { ...tokenFields, id: { type: 'string' } }, required: ['id'] },
  output: {
    properties: { revoked: { type: 'boolean', description: 'false when it had ended before' } },
    required: ['revoked'],
  },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { id }, { account }, request) {
    const device = isUuid(id)
      ? await context.sso.revokeDevice(account.id, id, request.traceparent)
      : undefined;
    if (device === undefined) throw new ApiError(errors.notFound, { field: 'id' });
    const { revoked, clientId, familyId } = device;
    // Without it, what this service remembers of the family would let its tokens in for some seconds more.
    if (familyId !== null) await context.tombstones.add([familyId]);
    await logEvent(context, { event: 'device.revoke', userId: account.id, clientId }, originOf(request));
    return { revoked };
  },
});
