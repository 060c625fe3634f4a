import { createMemoryStore, readPageAddress, type DeviceLogin, type LoginInput } from '@latchkey/client';
import { defineCommand } from '../command.ts';
import type { Context, OpenPlace } from '../context.ts';
import { createComplaint } from '../failure.ts';
import { showCountdown, showLogin } from '../login-view.ts';
import { createUnclear } from '../parse.ts';
import { createPendingLogin, type PendingLogin } from '../pending-login.ts';
import { keepAddresses } from '../profile.ts';

export const login = defineCommand({
  name: 'login',
  summary: 'Log in through a browser on any device.',
  details: `The page shows what the login may do. A login that was cut short goes on with the next one. With --admin it gets operator power for ten minutes, beside the usual login and never renewed; its code must be typed on the page.`,
  options: {
    scope: { type: 'list', value: 'RIGHT', summary: 'Ask for a right as well: account, clients, orgs.' },
    admin: { type: 'flag', summary: 'Ask for operator power.' },
    bearer: { type: 'flag', summary: 'Get tokens that work without a key, for other programs.' },
    'device-name': {
      type: 'text',
      value: 'NAME',
      summary: 'What this device calls itself; the host name unless set, "" for nothing.',
    },
    open: { type: 'flag', summary: 'Open the page in a browser of this machine.' },
  },
  async run(context, { scope: rights, admin, bearer, open, 'device-name': name }) {
    const rightsAsked = rights.flatMap((one) => one.split(/[\s,]+/));
    if (!admin && rightsAsked.includes('admin'))
      throw createUnclear(['login'], 'Operator power is asked for with --admin.');
    const identity = ['openid', 'profile', 'email', 'offline_access'];
    const scope = [...new Set([...identity, ...rightsAsked, ...(admin ? ['admin'] : [])])]
      .filter(Boolean)
      .join(' ');
    const { shell, profile, out, globals } = context;
    // Whatever is wrong with the place of the tokens is reported before somebody approves.
    const place = await context.openPlace(admin ? 'admin' : 'session');
    const pending = createPendingLogin(profile.folder, { scope, dpop: !bearer }, shell.pid);
    const ended = await walk(context, pending, { scope, dpop: !bearer, ...readName(name) }, { open, admin });
    const { tokens } = ended;
    if (tokens === undefined) {
      await pending.forget();
      throw createComplaint(wordEnd(ended));
    }
    await keepSession(context, place, ended, admin);
    await keepAddresses(shell, profile);
    await pending.forget();
    if (globals.json) out.record({ status: 'logged_in', sso: profile.sso, scope: tokens.scope }, {});
    else out.say(`You are logged in at ${profile.sso}. Rights: ${tokens.scope}`);
  },
});

/** An empty name is the wish to give none. */
function readName(name: string | undefined): Pick<LoginInput, 'deviceName'> {
  return name === undefined ? {} : { deviceName: name === '' ? false : name };
}

/** Follows the login to its end, and keeps every record of it until then. */
async function walk(
  { shell, profile, latchkey, globals, out }: Context,
  pending: PendingLogin,
  input: LoginInput,
  { open, admin }: { readonly open: boolean; readonly admin: boolean },
): Promise<DeviceLogin> {
  // The refresh token of operator power is written nowhere: who is killed before the end logs in again.
  const keep = async (one: DeviceLogin) => (admin && one.tokens ? undefined : pending.keep(one));
  const begun = await pending.claim(shell.clock.now());
  if (begun !== undefined) out.say('Going on with the login that was cut short.');
  let record = begun ?? (await latchkey.startDeviceLogin(input));
  await keep(record);
  if (record.status === 'redeemed') return record;
  await showLogin(shell, globals, record, admin);
  const { verificationUri, verificationUriComplete } = record;
  if (open) shell.openBrowser(readPageAddress(profile, admin ? verificationUri : verificationUriComplete));
  const countdown = showCountdown(shell, globals, () => record);
  try {
    for await (record of latchkey.followDeviceLogin(record, { signal: shell.signal })) await keep(record);
    return record;
  } catch (error) {
    // Who presses Ctrl-C does not want this login; who is killed may.
    if (shell.signal.aborted) await pending.forget();
    throw error;
  } finally {
    await countdown.stop();
  }
}

/** Keeps the tokens, and ends the login that they replace. */
async function keepSession(
  { latchkey }: Context,
  { store, session }: OpenPlace,
  ended: DeviceLogin,
  admin: boolean,
): Promise<void> {
  if (admin && !ended.tokens?.scope.split(' ').includes('admin')) {
    const refused = await latchkey.openSession(createMemoryStore(), ended);
    await refused.end();
    throw createComplaint(
      'No operator power was given. It takes an operator and, where the installation asks for them, a one-time code and a browser in the network of this device.',
    );
  }
  const stored = await store.read();
  const isReplaced = stored?.status === 'active' && stored.tokens.bindingChain !== ended.tokens?.bindingChain;
  // Without an answer the old tokens end by themselves.
  if (isReplaced) await session.end().catch(() => undefined);
  await latchkey.openSession(store, ended, { refresh: !admin });
}

function wordEnd({ status, reason }: DeviceLogin): string {
  if (status === 'expired') return 'Nobody approved the login in time.';
  if (reason === 'access_denied') return 'The login was denied.';
  if (reason === 'answer_lost') return 'The tokens were sent and never came. Log in again.';
  return `The login failed (${reason ?? status}).`;
}
