import { defineRoute } from '@latchkey/http-server';
import { payloadAccess, payloadFields } from '../../../access/payload-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { exchange } from '../../../exchange/exchange.ts';
import { originOf } from '../../origin-of.ts';
import { memberOf, memberSchema, sessionAnswer } from '../answers.ts';
import { exchangeErrors, exchangeFields, exchangeProperties, exchangeRequired } from '../exchange-fields.ts';

const path = '/auth/legacy/member_exchange';

/** Source: requirement 2 "Authentication request fields", contract part 2 "Also needed to be usable". */
export const legacyMemberExchange = defineRoute({
  path,
  summary: 'Retained member exchange; as /auth/member/exchange, org and method taken from the payload',
  family: 'auth',
  access: payloadAccess,
  input: {
    properties: {
      ...payloadFields,
      'auth.token': exchangeFields['auth.token'],
      'auth.fingerprint': exchangeFields['auth.fingerprint'],
    },
  },
  output: {
    properties: { ...exchangeProperties, member: memberSchema },
    required: [...exchangeRequired, 'member'],
  },
  errors: [...exchangeErrors, errors.credentialsInvalid],
  async handle(context: UserApiContext, fields, _caller, request) {
    const origin = originOf(request);
    const wish = { purpose: 'member_exchange', path, fields, origin, isLegacy: true } as const;
    const exchanged = await exchange(context, wish);
    request.note({ principal_id: exchanged.session.userId });
    return { ...exchanged.token, session: sessionAnswer(exchanged.session), member: memberOf(exchanged) };
  },
});
