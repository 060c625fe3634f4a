import { styleText } from 'node:util';
import {
  createLatchkey,
  createMemoryStore,
  drop,
  LatchkeyError,
  userApi,
  type DeviceLogin,
  type Session,
} from '@latchkey/client';
import QRCode from 'qrcode';
import { makeUrls } from './environment.ts';
import { approve, demo } from './person.ts';
import { readPorts } from './service-list.ts';

/** Plays a relying party against a running stack, in words a newcomer can follow. `--auto` approves by itself. */
const local = makeUrls(readPorts());
const urls = {
  sso: process.env['SSO_URL'] ?? local.sso,
  userApi: process.env['USER_API_URL'] ?? local.userApi,
  drop: process.env['DROP_URL'] ?? local.drop,
};
const isAuto = process.argv.includes('--auto');
const latchkey = createLatchkey({ ...urls, clientId: demo.cli.client_id, allowHttp: true });

const say = (text = '') => process.stdout.write(`${text}\n`);
const step = (title: string) => say(`\n${styleText('bold', title, { stream: process.stdout })}`);
const shorten = (secret: string) => `${secret.slice(0, 6)}…${secret.slice(-6)}`;

async function play(): Promise<void> {
  step('1. The device asks for a code           POST /device_authorization');
  const started = await latchkey.startDeviceLogin({ scope: 'openid profile email offline_access account' });
  say(`   device_code    ${shorten(started.deviceCode)}, which the device keeps to itself`);
  say(`   user_code      ${started.userCode}, good for ${started.expiresInSeconds} s`);

  step('2. A person approves it on the page     /device_login');
  const waiting = isAuto ? await approveAlone(started) : await invite(started);

  step('3. The device picks up its tokens       POST /token');
  const login = await pickUp(waiting);
  showTokens(login);

  step('4. Later it refreshes them              POST /token');
  const session = await latchkey.openSession(createMemoryStore(), login);
  const fresh = await session.accessToken({ minValiditySeconds: Infinity });
  say(`   access_token   ${shorten(fresh)} is new, and so is the refresh token`);

  await useTokens(session);

  step('6. The device_code is used up           POST /token');
  say(`   once more      ${(await pickUp(latchkey.continueDeviceLogin(started))).reason}`);

  step('7. The device signs out                 POST /revoke');
  await session.end();
  say(`   and the session: ${await refusalOf(session.accessToken())}`);
  say(`\nThe demo is complete.${isAuto ? '' : ' The device never saw the password.'}\n`);
}

async function approveAlone(login: DeviceLogin): Promise<DeviceLogin> {
  await approve(urls, login);
  say(`   ${demo.email} has signed in and approved (--auto does this without a browser)`);
  return latchkey.continueDeviceLogin(login);
}

async function invite(login: DeviceLogin): Promise<DeviceLogin> {
  say(await QRCode.toString(login.verificationUriComplete, { type: 'terminal', small: true }));
  say(`   Open ${login.verificationUriComplete}`);
  say(`   Sign in as ${demo.email} with the password ${demo.password}`);
  return login;
}

/** Follows the login to its end, with a visible countdown before each poll. */
async function pickUp(login: DeviceLogin): Promise<DeviceLogin> {
  await countDown(login);
  for await (login of latchkey.followDeviceLogin(login)) await countDown(login);
  return login;
}

async function countDown({ nextPollAtMs, expiresAtMs }: DeviceLogin): Promise<void> {
  const secondsUntil = (ms: number) => Math.ceil((ms - Date.now()) / 1000);
  for (let left = secondsUntil(nextPollAtMs); left > 0; left -= 1) {
    const minutes = Math.max(0, Math.ceil(secondsUntil(expiresAtMs) / 60));
    if (process.stdout.isTTY)
      process.stdout.write(`\r   Waiting for the approval; next poll in ${left} s (${minutes} min left)  `);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    if (process.stdout.isTTY) process.stdout.write('\r\u001b[K');
  }
}

function showTokens({ status, reason, tokens }: DeviceLogin): void {
  if (tokens === undefined)
    throw new Error(`There are no tokens: ${reason ?? status}. Start the demo again.`);
  const secondsOf = (ms: number) => Math.round((ms - Date.now()) / 1000);
  say(`   access_token   ${shorten(tokens.accessToken)} for ${secondsOf(tokens.accessExpiresAtMs)} s`);
  const days = Math.round(secondsOf(tokens.refreshExpiresAtMs) / 86_400);
  say(`   refresh_token  ${shorten(tokens.refreshToken)} for ${days} days`);
  say(`   scope          ${tokens.scope}`);
}

async function useTokens(session: Session): Promise<void> {
  step('5. The tokens at work                   POST, with the token in auth.token');
  const { user } = await userApi(session)('/account/me/view');
  say(`   user-api /account/me/view ${user.name}, ${user.email}`);
  const call = drop(session);
  const { id, key } = await call('/v1/drop/store', { payload: 'meet me at noon' });
  say(`   drop /v1/drop/store      id ${id}, key ${shorten(key)}`);
  const list = await call('/v1/drop/list', { limit: 5 });
  say(`   drop /v1/drop/list       ${list.total_count} of this person's drops`);
  const { payload } = await call('/v1/drop/consume', { id, key });
  say(`   drop /v1/drop/consume    "${String(payload)}"`);
  say(`   and once more            ${await refusalOf(call('/v1/drop/consume', { id, key }))}`);
}

async function refusalOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'Nothing was refused',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

try {
  await play();
} catch (error) {
  const isDown = error instanceof LatchkeyError && error.code === 'no_answer';
  const hint = isDown ? `\nIs a stack running at ${urls.sso}? Start one with: npm start` : '';
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}${hint}\n`);
  process.exit(1);
}
