/** What every workload's data has in common. */
export const scopeWithoutOpenid = 'profile email offline_access';
export const scope = `openid ${scopeWithoutOpenid}`;
export const password = 'latchkey-bench-password';
export const passphrase = 'correct horse battery staple';
export const payload = 'x'.repeat(1000);
/** The public client of the device flow, and the client that may mint relays, under a secret of the benchmark. */
export const cli = { client_id: 'demo-cli' };
/** The request of an app that the public client is as well, and what redeems its code. */
export const app = { redirect_uri: 'http://127.0.0.1/callback', code_verifier: 'v'.repeat(43) };
export const backend = { client_id: 'demo-backend', client_secret: 'secret-of-the-benchmark' };
export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

export interface Person {
  readonly id: string;
  readonly email: string;
}
