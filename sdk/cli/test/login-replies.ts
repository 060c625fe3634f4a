import { join } from 'node:path';
import type { Reply } from './create-shell.ts';

export const sso = 'http://localhost:4001';
export const identity = 'openid profile email offline_access';
export const placeOf = (configDir: string) =>
  join(configDir, 'default', encodeURIComponent(`latchkey-cli@${sso}`));

export const described = {
  issuer: sso,
  token_endpoint: `${sso}/token`,
  device_authorization_endpoint: `${sso}/device_authorization`,
  revocation_endpoint: `${sso}/revoke`,
};

/** What sso answers to a start. */
export const started = {
  device_code: 'dc',
  user_code: 'BCDF-GHJK',
  verification_uri: `${sso}/device_login`,
  verification_uri_complete: `${sso}/device_login?user_code=BCDF-GHJK`,
  expires_in: 600,
  interval: 5,
};
export const device: Reply = [200, started];

export const tokens = (scope: string, chain = 'chain'): Reply => [
  200,
  {
    token_type: 'Bearer',
    access_token: `access-${chain}`,
    expires_in: 600,
    refresh_token: `refresh-${chain}`,
    refresh_expires_in: 9000,
    binding_chain: chain,
    binding_link: 'link',
    scope,
  },
];
