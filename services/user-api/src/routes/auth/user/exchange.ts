import { defineRoute } from '@latchkey/http-server';
import { payloadAccess } from '../../../access/payload-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { exchange } from '../../../exchange/exchange.ts';
import { originOf } from '../../origin-of.ts';
import { sessionAnswer } from '../answers.ts';
import { exchangeErrors, exchangeFields, exchangeProperties, exchangeRequired } from '../exchange-fields.ts';

const path = '/auth/user/exchange';

/** Source: contract part 2 "Routes guarded by a consumed payload". */
export const userExchange = defineRoute({
  path,
  summary: 'Opens a session for another client out of a root session or session',
  family: 'auth',
  access: payloadAccess,
  input: { properties: exchangeFields },
  output: { properties: exchangeProperties, required: exchangeRequired },
  errors: exchangeErrors,
  async handle(context: UserApiContext, fields, _caller, request) {
    const origin = originOf(request);
    const { session, token } = await exchange(context, { purpose: 'user_exchange', path, fields, origin });
    request.note({ principal_id: session.userId });
    return { ...token, session: sessionAnswer(session) };
  },
});
