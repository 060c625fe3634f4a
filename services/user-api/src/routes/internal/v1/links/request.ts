import { doorCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { requestLink } from '../../../../door/request-link.ts';
import { errors } from '../../../../errors.ts';
import { originOf } from '../../../../request-log/request-log.ts';

/** Source: contract part 2 "Links". */
export const linkRequest = defineRoute({
  ...doorCalls.requestLink,
  summary: 'Mails a link to an address, or what there is to say to it; the same answer for every address',
  access: callers('sso'),
  errors: [errors.emailInvalid, errors.throttled],
  async handle(context: UserApiContext, fields, _caller, request): Promise<{ mail: 'on' | 'off' }> {
    if (!context.sendsMail) return { mail: 'off' };
    const { purpose, email, locale, may_sign_up: maySignUp, ip, user_agent: userAgent } = fields;
    const origin = { ...originOf(request), ip, userAgent };
    await requestLink(context, { purpose, email, locale, maySignUp }, origin);
    return { mail: 'on' };
  },
});
