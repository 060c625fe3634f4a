import { doorCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { restoreAddress } from '../../../../door/restore-address.ts';
import { errors } from '../../../../errors.ts';
import { originOf } from '../../../../request-log/request-log.ts';

/** Source: contract part 2 "Links". */
export const linkRestore = defineRoute({
  ...doorCalls.restoreAddress,
  summary: 'Puts the former address of an account back by a link; its password and all sign-ins end',
  access: callers('sso'),
  errors: [errors.notFound, errors.accountExists],
  async handle(context: UserApiContext, { token, ip, user_agent: userAgent }, _caller, request) {
    return { email: await restoreAddress(context, token, { ...originOf(request), ip, userAgent }) };
  },
});
