import { defineRoute, text } from '@latchkey/http-server';
import { personAccess } from '../../../access/person-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { revokeCredential } from '../../../credential/revoke-credential.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const credentialsRevoke = defineRoute({
  path: '/oauth/client_credentials/revoke',
  summary: 'Ends an app token that a client of the caller was issued',
  family: 'oauth_credentials',
  access: personAccess,
  input: { properties: { id: text }, required: ['id'] },
  output: { properties: { id: text, status: { type: 'string', enum: ['revoked'] } } },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { id }, caller, request) {
    await revokeCredential(context, caller, id, originOf(request));
    return { id, status: 'revoked' as const };
  },
});
