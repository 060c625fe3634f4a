import { defineRoute } from '@latchkey/http-server';
import { payloadAccess } from '../../access/payload-access.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { originOf } from '../../request-log/request-log.ts';
import { payloadFields } from '../../signing-in/attempt/payload.ts';
import { orgField } from '../../signing-in/credentials.ts';
import { exchange, exchangeFields } from '../../signing-in/exchange.ts';
import { exchangeOutput, memberPart, outputFor, sessionAnswer, type Audience } from './answers.ts';

interface ExchangeDefinition {
  readonly path: string;
  readonly summary: string;
  /** The retained handler reads fewer fields: the payload says org and method. */
  readonly isLegacy?: boolean;
}

/**
 * A route that opens a session out of another one. Source: requirement 2 "Authentication request fields",
 * contract part 2 "Routes guarded by a consumed payload".
 */
export function defineExchange(audience: Audience, { path, summary, isLegacy = false }: ExchangeDefinition) {
  const isMember = audience === 'member';
  return defineRoute({
    path,
    summary,
    family: 'auth',
    access: payloadAccess,
    input: { properties: isLegacy ? legacyFields : isMember ? memberFields : exchangeFields },
    output: outputFor(audience, exchangeOutput),
    errors: isMember ? [...exchangeErrors, errors.credentialsInvalid] : exchangeErrors,
    async handle(context: UserApiContext, fields, { isBearer }, request) {
      const purpose = `${audience}_exchange` as const;
      const origin = originOf(request);
      const asked = { purpose, path, fields, origin, isBearer, isLegacy };
      const { session, token, member } = await exchange(context, asked);
      request.note({ principal_id: session.userId });
      return { ...token, session: sessionAnswer(session), ...memberPart(member) };
    },
  });
}

const memberFields = { ...exchangeFields, ...orgField };

const legacyFields = {
  ...payloadFields,
  'auth.token': exchangeFields['auth.token'],
  'auth.fingerprint': exchangeFields['auth.fingerprint'],
};

const exchangeErrors = [
  errors.fieldMissing,
  errors.tokensDiffer,
  errors.bindingsDiffer,
  errors.tokenInvalid,
  errors.connectionNotAllowed,
  errors.bindingRequired,
  errors.proofInvalid,
  errors.nonceNeeded,
  errors.fingerprintShort,
];
