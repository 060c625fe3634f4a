import { errors } from '../errors.ts';
import { authorizationCodeGrant } from './authorization-code.ts';
import { clientCredentialsGrant } from './client-credentials.ts';
import { createDeviceCodeGrant } from './device-code.ts';
import type { Grant } from './grant.ts';
import { refreshTokenGrant } from './refresh/refresh-token.ts';

/** The grants of the token endpoint by grant_type. Source: contract part 1 "Routes". */
export const grants: ReadonlyMap<string, Grant> = new Map([
  ['device_code', createDeviceCodeGrant(errors.invalidDeviceCode)],
  ['urn:ietf:params:oauth:grant-type:device_code', createDeviceCodeGrant(errors.expiredToken)],
  ['authorization_code', authorizationCodeGrant],
  ['refresh_token', refreshTokenGrant],
  ['client_credentials', clientCredentialsGrant],
]);

/** The parameters of all grants together. */
export const parameters: Grant['parameters'] = Object.assign(
  {},
  ...[...grants.values()].map((grant) => grant.parameters),
);
