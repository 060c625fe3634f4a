import { createLatchkey, createMemoryStore } from '@latchkey/client';

const { SSO_URL = 'http://localhost:4001', API_URL = 'http://localhost:4100' } = process.env;
const latchkey = createLatchkey({ sso: SSO_URL, clientId: 'demo-cli' });
const audience = 'https://api.example.test';

let login = await latchkey.startDeviceLogin({ scope: 'openid profile offline_access', audience });
console.log(`Open ${login.verificationUriComplete}\nThe page must show the code ${login.userCode}.`);
for await (login of latchkey.followDeviceLogin(login));
if (login.status !== 'redeemed') throw new Error(`Not signed in: ${login.reason ?? login.status}.`);
const session = await latchkey.openSession(createMemoryStore(), login);

async function call(path: string, token: string): Promise<void> {
  const response = await fetch(`${API_URL}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const challenge = response.headers.get('www-authenticate') ?? '';
  console.log(path, response.status, await response.text(), challenge);
}
await call('/greeting', await session.accessToken());
await call('/letters', await session.accessToken());
await call('/greeting', 'not a token');
