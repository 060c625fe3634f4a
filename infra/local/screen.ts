import type { Urls } from './relying-party.ts';

/** What a first-time user reads once everything runs. Source: contract part 4 "Demo data". */
export function makeScreen(urls: Urls): string {
  return `
Latchkey is running.

  sso        ${urls.sso}    docs at ${urls.sso}/docs
  user-api   ${urls.userApi}    docs at ${urls.userApi}/docs
  drop       ${urls.drop}    docs at ${urls.drop}/docs

Demo accounts, all with the password latchkey-demo-password
  demo@latchkey.test     a user, member of acme
  admin@latchkey.test    an admin, owner of acme
  root@latchkey.test     the operator
  totp@latchkey.test     a user with TOTP, secret JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP

Demo clients
  demo-cli        public
  demo-rp         client_secret_post     demo-secret-demo-rp
  demo-rp-basic   client_secret_basic    demo-secret-demo-rp-basic
  demo-backend    client_secret_post     demo-secret-demo-backend (client_credentials, relay)

Try next, in another terminal
  npm run demo              play a relying party and approve it in your browser
  npm run demo -- --auto    the same, approving by itself

Logs are in .latchkey/logs. Ctrl-C stops everything; the data stays until npm run reset.
`;
}
