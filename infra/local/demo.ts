import QRCode from 'qrcode';
import {
  decide,
  demo,
  postForm,
  postJson,
  redeem,
  startDevice,
  type StartedDevice,
  type TokenPackage,
  type Urls,
} from './relying-party.ts';

/** Plays a relying party against a running stack, in words a newcomer can follow. `--auto` approves by itself. */
const urls: Urls = {
  sso: process.env['SSO_URL'] ?? 'http://localhost:4001',
  userApi: process.env['USER_API_URL'] ?? 'http://localhost:4002',
  drop: process.env['DROP_URL'] ?? 'http://localhost:4003',
};
const isAuto = process.argv.includes('--auto');

const say = (text = '') => process.stdout.write(`${text}\n`);
const step = (title: string) => say(`\n\u001b[1m${title}\u001b[0m`);
const shorten = (secret: string) => `${secret.slice(0, 12)}…`;

async function play(): Promise<void> {
  step('1. The device asks for a code    POST /device_authorization');
  const device = await startDevice(urls);
  say(`   device_code ${shorten(device.device_code)} (kept by the device)`);
  say(`   user_code   ${device.user_code}, good for ${device.expires_in} s`);

  step('2. A person approves it          /device_login');
  if (isAuto) await approve(device);
  else await invite(device);

  step('3. The device picks up its tokens POST /token');
  const tokens = await pickUp(device);
  say(`   access_token  ${shorten(tokens.access_token)} for ${tokens.expires_in} s`);
  say(
    `   refresh_token ${shorten(tokens.refresh_token)} for ${Math.round(tokens.refresh_expires_in / 86_400)} days`,
  );
  say(`   scope         ${tokens.scope}`);

  step('4. Later it refreshes            POST /token');
  const fresh = await refresh(tokens);
  say(`   a new access_token ${shorten(fresh.access_token)} and a new link in the same chain`);

  await useTokens(fresh.access_token);

  step('6. The code is used up');
  const again = await redeem(urls, device.device_code);
  say(`   the same device_code once more: ${String(again.body['error'])}`);
  say(isAuto ? '\nThe demo is complete.\n' : '\nThe demo is complete. The device never saw the password.\n');
}

async function approve(device: StartedDevice): Promise<void> {
  const { status, body } = await decide(urls, device.user_code, 'approve');
  if (status !== 200) throw new Error(`the page answered ${status}: ${JSON.stringify(body)}`);
  say(`   ${demo.email} signed in and approved (--auto does this without a browser)`);
}

async function invite(device: StartedDevice): Promise<void> {
  say(await QRCode.toString(device.verification_uri_complete, { type: 'terminal', small: true }));
  say(`   Open ${device.verification_uri_complete}`);
  say(`   Sign in as ${demo.email} with the password ${demo.password}`);
}

/** Polls no faster than the interval, with a visible countdown. */
async function pickUp(device: StartedDevice): Promise<TokenPackage> {
  const deadline = Date.now() + device.expires_in * 1000;
  let intervalSeconds = device.interval;
  for (;;) {
    const { status, body } = await redeem(urls, device.device_code);
    if (status === 200) return body as unknown as TokenPackage;
    if (body['error'] !== 'authorization_pending' && body['error'] !== 'slow_down') {
      throw new Error(`${String(body['error'])}: ${String(body['error_description'])}`);
    }
    if (typeof body['interval'] === 'number') intervalSeconds = body['interval'];
    await countDown(intervalSeconds, deadline);
  }
}

async function countDown(seconds: number, deadlineMs: number): Promise<void> {
  for (let left = seconds; left > 0; left--) {
    const minutes = Math.max(0, Math.ceil((deadlineMs - Date.now()) / 60_000));
    process.stdout.write(`\r   Waiting for the approval; next poll in ${left} s (${minutes} min left)  `);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  process.stdout.write('\r\u001b[K');
}

async function refresh({ refresh_token, binding_chain, binding_link }: TokenPackage): Promise<TokenPackage> {
  const form = { grant_type: 'refresh_token', refresh_token, binding_chain, binding_link, ...demo.cli };
  const { status, body } = await postForm(`${urls.sso}/token`, form);
  if (status !== 200) throw new Error(`the refresh answered ${status}: ${JSON.stringify(body)}`);
  return body as unknown as TokenPackage;
}

async function useTokens(token: string): Promise<void> {
  step('5. The tokens at work');
  const me = await expectOk(postJson(`${urls.userApi}/session/me`, { token }));
  say(`   user-api /session/me    ${JSON.stringify(me['user'])}`);
  const stored = await expectOk(
    postJson(`${urls.drop}/v1/drop/store`, { token, payload: 'meet me at noon' }),
  );
  say(`   drop /v1/drop/store     id ${String(stored['id'])}, key ${shorten(String(stored['key']))}`);
  const list = await expectOk(postJson(`${urls.drop}/v1/drop/list`, { token, limit: 5 }));
  say(`   drop /v1/drop/list      ${String(list['total_count'])} of this person's drops`);
  const { id, key } = stored;
  const consumed = await expectOk(postJson(`${urls.drop}/v1/drop/consume`, { token, id, key }));
  say(`   drop /v1/drop/consume   "${String(consumed['payload'])}"`);
  const late = await postJson(`${urls.drop}/v1/drop/consume`, { token, id, key });
  say(`   and once more           ${String(late.body['message'])}`);
}

async function expectOk(call: ReturnType<typeof postJson>): Promise<Record<string, unknown>> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`answered ${status}: ${String(body['message'])}`);
  return body['data'] as Record<string, unknown>;
}

try {
  await play();
} catch (error) {
  const isDown = error instanceof TypeError && error.message === 'fetch failed';
  const text = isDown ? `No stack answers at ${urls.sso}. Start one with: npm start` : String(error);
  process.stderr.write(`\n${text}\n`);
  process.exit(1);
}
