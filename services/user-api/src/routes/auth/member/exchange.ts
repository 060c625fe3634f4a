import { defineRoute } from '@latchkey/http-server';
import { payloadAccess } from '../../../access/payload-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { exchange } from '../../../exchange/exchange.ts';
import { originOf } from '../../origin-of.ts';
import { memberOf, memberSchema, sessionAnswer } from '../answers.ts';
import { exchangeErrors, exchangeFields, exchangeProperties, exchangeRequired } from '../exchange-fields.ts';
import { orgField } from '../sign-in-fields.ts';

const path = '/auth/member/exchange';

/** Source: contract part 2 "Routes guarded by a consumed payload". */
export const memberExchange = defineRoute({
  path,
  summary: 'Opens a session that speaks for an org out of a root session or session',
  family: 'auth',
  access: payloadAccess,
  input: { properties: { ...exchangeFields, ...orgField } },
  output: {
    properties: { ...exchangeProperties, member: memberSchema },
    required: [...exchangeRequired, 'member'],
  },
  errors: [...exchangeErrors, errors.credentialsInvalid],
  async handle(context: UserApiContext, fields, _caller, request) {
    const origin = originOf(request);
    const exchanged = await exchange(context, { purpose: 'member_exchange', path, fields, origin });
    request.note({ principal_id: exchanged.session.userId });
    return { ...exchanged.token, session: sessionAnswer(exchanged.session), member: memberOf(exchanged) };
  },
});
