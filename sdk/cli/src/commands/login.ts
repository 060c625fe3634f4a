import { createMemoryStore, type LoginInput } from '@latchkey/client';
import { isBrowserLogin, login as logIn, type Login, type Road } from '@latchkey/client/login';
import { confirm } from '../ask.ts';
import { defineCommand } from '../command.ts';
import type { Context, OpenPlace } from '../context.ts';
import { yesOption } from '../define-act.ts';
import { createComplaint, createUnclear, exitCodes } from '../failure.ts';
import { showCountdown, showLogin } from '../login-view.ts';
import { rights } from '../login.ts';
import { clean } from '../output.ts';
import { createPendingLogin, type PendingLogin } from '../pending-login.ts';
import { keepAddresses, standardClientId, type Profile } from '../profile.ts';

const identity = ['openid', 'profile', 'email', 'offline_access'];

export const login = defineCommand({
  name: 'login',
  summary: 'Log in through a browser, of this machine or of any device.',
  details: `On a terminal of a desktop it opens a browser here; elsewhere it shows a code, which any device can approve. The page shows what the login may do. A login with a code that was killed goes on with the next one. With --admin it gets operator power for ten minutes, beside the usual login and never renewed; a code must be typed on the page then.`,
  options: {
    scope: { type: 'list', value: 'RIGHT', summary: `Ask for a right as well: ${rights.join(', ')}.` },
    admin: { type: 'flag', summary: 'Ask for operator power.' },
    bearer: { type: 'flag', summary: 'Get tokens that work without a key, for other programs.' },
    'device-name': {
      type: 'text',
      value: 'NAME',
      summary: 'What this device calls itself; the host name unless set, "" for nothing.',
    },
    browser: { type: 'flag', summary: 'Use a browser of this machine.' },
    device: { type: 'flag', summary: 'Use a code, which any device can approve.' },
    ...yesOption,
  },
  async run(context, { scope: typed, admin, bearer, browser, device, yes, 'device-name': name }) {
    const { shell, profile, out, globals } = context;
    const road = readRoad({ browser, device });
    const asked = [...identity, ...readRights(profile, typed, admin), ...(admin ? ['admin'] : [])];
    const scope = [...new Set(asked)].join(' ');
    // Whatever is wrong with the place of the tokens is reported before somebody approves.
    const place = await context.openPlace(admin ? 'admin' : 'session');
    if (!admin && !yes) await warnOfLogin(context, place, bearer ? [] : asked);
    const pending = createPendingLogin(profile.folder, { scope, dpop: !bearer }, shell.pid);
    const input = { scope, dpop: !bearer, ...readName(name) };
    const ended = await walk(context, pending, input, { road, admin });
    const { tokens } = ended;
    if (tokens === undefined) {
      await pending.forget();
      throw createComplaint(wordEnd(ended));
    }
    const who = await keepSession(context, place, ended, admin);
    await keepAddresses(shell, profile, context.latchkey);
    await pending.forget();
    if (globals.json)
      return out.record({ status: 'logged_in', email: who, sso: profile.sso, scope: tokens.scope }, {});
    out.say(`Logged in${who === undefined ? '' : ` as ${who}`} at ${profile.sso}.`);
    out.say(`Rights: ${tokens.scope}`);
  },
});

function readRoad({ browser, device }: Readonly<Record<Road, boolean>>): Road | undefined {
  if (browser && device) throw createUnclear('login', 'Give --browser or --device, not both.');
  if (browser) return 'browser';
  return device ? 'device' : undefined;
}

/** What was asked for beside identity. Another client may have rights of its own. */
function readRights({ clientId }: Profile, typed: readonly string[], admin: boolean): readonly string[] {
  const asked = typed.flatMap((one) => one.split(/[\s,]+/)).filter(Boolean);
  if (!admin && asked.includes('admin'))
    throw createUnclear('login', 'Operator power is asked for with --admin.');
  const known: readonly string[] = [...rights, ...identity, 'groups', 'admin'];
  if (clientId !== standardClientId || asked.every((one) => known.includes(one))) return asked;
  throw createUnclear('login', `--scope must be one of ${rights.join(', ')}.`);
}

/** Asks before a login that gives nothing more than the one that is there; others only say that they replace it. */
async function warnOfLogin(
  { shell, profile, out }: Context,
  { session }: OpenPlace,
  asked: readonly string[],
): Promise<void> {
  const state = await session.state();
  if (state.status !== 'active') return;
  const has = state.scope.split(' ');
  const isSame = asked.length > 0 && asked.every((right) => has.includes(right));
  if (isSame && shell.stdin.isTTY === true)
    await confirm(shell, `You are already logged in at ${profile.sso}. Log in again?`);
  else out.say(`You are already logged in at ${profile.sso}. The new login takes the place of that one.`);
}

/** An empty name is the wish to give none. */
function readName(name: string | undefined): Pick<LoginInput, 'deviceName'> {
  return name === undefined ? {} : { deviceName: name === '' ? false : name };
}

/** Follows the login to its end, and keeps every record of it until then. */
async function walk(
  { shell, latchkey, globals, out }: Context,
  pending: PendingLogin,
  input: LoginInput,
  { road, admin }: { readonly road: Road | undefined; readonly admin: boolean },
): Promise<Login> {
  const kept = road === 'browser' ? undefined : await pending.claim(shell.clock.now());
  if (kept?.status === 'redeemed') return kept;
  const begun = kept === undefined || isBrowserLogin(kept) ? undefined : kept;
  if (begun !== undefined) out.say('Going on with the login that was cut short.');
  const { signal } = shell;
  let record: Login | undefined;
  try {
    return await logIn(latchkey, {
      ...input,
      road,
      begun,
      signal,
      terminal: shell,
      // The refresh token of operator power is written nowhere: who is killed before the end logs in again.
      async keep(one) {
        record = one;
        if (!admin || one.tokens === undefined) await pending.keep(one);
      },
      async show(one, reason, name) {
        await showLogin(shell, globals, one, { reason, name, isTyped: admin });
        return showCountdown(shell, globals, () => record ?? one).stop;
      },
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    // Who presses Ctrl-C does not want this login; who is killed may.
    await pending.forget();
    throw createComplaint('Interrupted. Run the command again to log in.', exitCodes.interrupted);
  }
}

/** Keeps the tokens, ends the login that they replace, and answers who has logged in. */
async function keepSession(
  { latchkey }: Context,
  { store, session }: OpenPlace,
  ended: Login,
  admin: boolean,
): Promise<string | undefined> {
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
  const kept = await latchkey.openSession(store, ended, { refresh: !admin });
  // The login is whole without the name.
  const { email } = await latchkey.userInfo(kept).catch(() => ({ email: undefined }));
  return email;
}

function wordEnd(ended: Login): string {
  const { status, reason } = ended;
  if (status === 'expired') return 'Nobody approved the login in time.';
  if (reason === 'access_denied' && !isBrowserLogin(ended) && ended.confirmation === 'asked')
    return 'The login was stopped on the page, or a wrong number was given twice.';
  if (reason === 'access_denied') return 'The login was denied.';
  if (reason === 'answer_lost') return 'The tokens were sent and never came. Log in again.';
  const said = isBrowserLogin(ended) && ended.said !== undefined ? `: ${clean(ended.said)}` : '';
  return `The login failed (${reason ?? status})${said}.`;
}
