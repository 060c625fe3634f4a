import { accountCalls, ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { endAtSso } from '../../../session/end-at-sso.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const deviceRevoke = defineRoute({
  ...accountCalls.revokeDevice,
  summary: 'Ends the access of a device that the caller approved',
  family: 'oauth_device',
  access: accountAccess,
  errors: [errors.notFound],
  async handle(context: UserApiContext, { id }, { account }, request) {
    const event = { event: 'device.revoke', userId: account.id } as const;
    const revoke = () => context.sso.revokeDevice(account.id, id, request.traceparent);
    const device = isUuid(id) ? await endAtSso(context, event, originOf(request), revoke, id) : undefined;
    if (device === undefined) throw new ApiError(errors.notFound, { field: 'id' });
    const { revoked, familyId } = device;
    // Without it, what this service remembers of the family would let its tokens in for some seconds more.
    if (familyId !== null) await context.tombstones.add([familyId]);
    return { revoked };
  },
});
