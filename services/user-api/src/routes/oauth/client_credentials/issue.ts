import { defineRoute, text } from '@latchkey/http-server';
import { payloadAccess } from '../../../access/payload-access.ts';
import { assertNewFingerprint, bindingFields, readBindings } from '../../../attempt/binding.ts';
import { payloadFields } from '../../../attempt/payload.ts';
import type { UserApiContext } from '../../../context.ts';
import { issueCredential } from '../../../credential/issue-credential.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';

const path = '/oauth/client_credentials/issue';

/** Source: contract part 2 "Routes guarded by a consumed payload". */
export const credentialsIssue = defineRoute({
  path,
  summary: 'Issues an app token to the client of a payload',
  family: 'oauth_credentials',
  access: payloadAccess,
  input: {
    properties: {
      ...payloadFields,
      client_id: { ...text, description: 'When sent, it must be the client of the payload' },
      scope: { ...text, description: 'Space-separated, within the payload’s; all of it when not sent' },
      aud: {
        type: ['array', 'string'],
        items: text,
        description: 'Within the payload’s; all of them when not sent',
      },
      ...bindingFields,
      'auth.dpop': {
        ...text,
        description: 'DPoP proof that binds the token to its key; dpop is taken as well',
      },
      'auth.fingerprint': {
        ...text,
        description: 'Binds the token to a device, at least 22 characters; fingerprint is taken as well',
      },
    },
  },
  output: {
    properties: {
      token_type: { type: 'string', enum: ['Bearer', 'DPoP'] },
      access_token: text,
      expires_in: { type: 'integer' },
      scope: text,
      credential_id: text,
    },
  },
  errors: [
    errors.bindingsDiffer,
    errors.fingerprintShort,
    errors.scopeNotForApps,
    errors.proofInvalid,
    errors.nonceNeeded,
    errors.forbidden,
  ],
  async handle(context: UserApiContext, fields, _caller, request) {
    const { client_id: clientId, scope, aud = [] } = fields;
    const audiences = typeof aud === 'string' ? aud.split(' ').filter((value) => value !== '') : aud;
    const binding = readBindings(fields);
    assertNewFingerprint(binding);
    const { credential, accessToken, expiresIn } = await issueCredential(context, {
      path,
      fields: { ...fields, clientId, scope, audiences },
      binding,
      origin: originOf(request),
    });
    request.note({ principal_id: credential.clientId });
    return {
      token_type: credential.jkt === null ? ('Bearer' as const) : ('DPoP' as const),
      access_token: accessToken,
      expires_in: expiresIn,
      scope: credential.scopes.join(' '),
      credential_id: credential.id,
    };
  },
});
