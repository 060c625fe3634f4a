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

/** One HTTP/1.1 request as bytes, so that nothing is left to do when it is sent. */
function makeRequest(
  path: string,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `content-type: ${type}`,
    'accept: application/json',
  ];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  lines.push(`content-length: ${Buffer.byteLength(body)}`, '', body);
  return Buffer.from(lines.join('\r\n'));
}

export function form(path: string, fields: Readonly<Record<string, string>>): Buffer {
  return makeRequest(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString(), {});
}

export function json(path: string, fields: object, token?: string): Buffer {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return makeRequest(path, 'application/json', JSON.stringify(fields), headers);
}

/** The same request again and again. */
export const fill = (count: number, request: Buffer) => Array.from({ length: count }, () => request);
