import { definePage } from '@latchkey/http-server';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { enter } from '../../sign-on/outcome.ts';
import { lookUpCode } from '../../sign-on/look-up-code.ts';
import { answerPage } from './answer-page.ts';
import { pageOutput } from './output.ts';
import { visitorAccess } from './visit.ts';

/** GET /device_login: never changes where an authorization stands. Source: RFC 8628 3.3, contract part 1 "Approval page". */
export const showDeviceLogin = definePage({
  method: 'GET',
  path: '/device_login',
  summary: 'The approval page',
  access: visitorAccess,
  input: {
    properties: {
      user_code: { type: 'string', minLength: 1, description: 'fills in the code, and shows who asks' },
      ui_locales: { type: 'string', minLength: 1, description: 'languages, best first, such as `de en`' },
    },
  },
  output: pageOutput,
  errors: [errors.throttled, errors.badUserCode],
  async handle(context: SsoContext, input, visit, request) {
    const userCode = input.user_code ?? '';
    const device = userCode === '' ? undefined : await lookUpCode(context, visit, userCode);
    const unknown = userCode !== '' && !device ? 'code_invalid' : undefined;
    return answerPage(context, request, enter(visit, { userCode }, device, unknown), visit, input.ui_locales);
  },
});
