import { partsOf, type Latchkey } from '../latchkey.ts';
import { createAskNumber } from './ask-number.ts';
import { fail, startBrowser, type BrowserRequest } from './browser-login.ts';
import { openCallbackServer, type CallbackServer } from './callback-server.ts';
import { chooseRoad, isContainer, type Road, type RoadReason } from './choose-road.ts';
import type { DeviceLogin } from './device-login.ts';
import type { FollowOptions } from './follow.ts';
import type { BrowserLogin, Login } from './login-record.ts';
import { createConfirmationNeeded, type AskNumber } from './number-prompt.ts';
import { openBrowser } from './open-browser.ts';
import type { LoginInput } from './start.ts';
import { watchKey, type Keyboard } from './watch-key.ts';
import { wordRoad } from './word-road.ts';

export { wordRoad };
export type { Road, RoadReason } from './choose-road.ts';
export { isBrowserLogin, type BrowserLogin, type Login } from './login-record.ts';

/** What of this machine a login uses; this process unless given. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly stdin: Keyboard;
  readonly stderr: { readonly isTTY?: boolean; write(text: string): unknown };
  isContainer(): boolean;
  /** False where no browser could be started. */
  openBrowser(address: string): Promise<boolean>;
  /** What Ctrl-C does. */
  interrupt(): void;
}

export interface LoginOptions extends LoginInput, Pick<FollowOptions, 'onConfirmation'> {
  /** The road, decided by hand. */
  readonly road?: Road | undefined;
  /** A login with a code that an earlier process has begun, to go on with. */
  readonly begun?: DeviceLogin | undefined;
  /** Ends the login with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Stores each record of the login, before and after each token request. */
  keep?(login: Login): unknown;
  /**
   * Shows a road when it begins, in place of {@link wordRoad} on the standard error; what it answers ends the showing.
   * `name` is what the installation calls itself.
   */
  show?(login: Login, reason: RoadReason, name: string | undefined): Promise<() => unknown>;
  readonly terminal?: Partial<Terminal>;
}

/**
 * Logs a person in, and answers the login as it ended. On a terminal of a desktop that is in a browser of this machine,
 * else, and once the browser cannot serve, with a code. Throws the reason of the signal, and what `startDeviceLogin` and
 * `followDeviceLogin` throw. Source: contract part 5 "The library".
 */
export async function login(latchkey: Latchkey, options: LoginOptions = {}): Promise<Login> {
  const terminal: Terminal = { ...openTerminal(), ...options.terminal };
  const { stdin, stderr } = terminal;
  if (options.begun !== undefined) return walkDevice(latchkey, options, terminal, 'begun');
  const isTerminal = stdin.isTTY === true && stderr.isTTY === true;
  const { road, reason } = chooseRoad(options.road, { ...terminal, isTerminal });
  const ended = road === 'device' ? reason : await walkBrowser(latchkey, options, terminal, reason);
  return typeof ended === 'string' ? walkDevice(latchkey, options, terminal, ended) : ended;
}

/** That of this process. */
export const openTerminal = (): Terminal => ({
  env: process.env,
  platform: process.platform,
  stdin: process.stdin,
  stderr: process.stderr,
  isContainer,
  openBrowser,
  interrupt: () => void process.kill(process.pid, 'SIGINT'),
});

async function walkDevice(
  latchkey: Latchkey,
  { begun, signal, onConfirmation: askedWith, ...options }: LoginOptions,
  terminal: Terminal,
  reason: RoadReason,
): Promise<DeviceLogin> {
  const ask = askedWith ?? createAskNumber(terminal);
  let record = begun ?? (await latchkey.startDeviceLogin(options));
  // Nobody is bothered with a login that would come to nothing.
  if (record.confirmation !== undefined && ask === undefined) throw createConfirmationNeeded();
  await options.keep?.(record);
  const shown = await show(options, terminal, record, reason, await findName(latchkey));
  let ended: Promise<unknown> | undefined;
  const stop = () => (ended ??= Promise.resolve(shown()));
  const onConfirmation =
    ask &&
    (async (asked: Parameters<AskNumber>[0]) => {
      await stop();
      return ask(asked);
    });
  try {
    const following = { ...(signal && { signal }), ...(onConfirmation && { onConfirmation }) };
    for await (record of latchkey.followDeviceLogin(record, following)) await options.keep?.(record);
    return record;
  } finally {
    await stop();
  }
}

/** The login as it ended, or why it goes on with a code. */
async function walkBrowser(
  latchkey: Latchkey,
  options: LoginOptions,
  terminal: Terminal,
  reason: RoadReason,
): Promise<BrowserLogin | RoadReason> {
  const server = await openCallbackServer().catch(() => undefined);
  if (server === undefined) return 'no_port';
  try {
    const request = await startBrowser(partsOf(latchkey), options, server.redirectUri);
    if (request === undefined) return 'no_endpoint';
    await options.keep?.(request.login);
    const ended = await followBrowser(latchkey, options, terminal, { request, server, reason });
    if (typeof ended === 'string') return ended;
    await options.keep?.(ended);
    return ended.reason === 'unauthorized_client' ? 'unauthorized_client' : ended;
  } finally {
    server.close();
  }
}

interface BrowserWalk {
  readonly request: BrowserRequest;
  readonly server: CallbackServer;
  readonly reason: RoadReason;
}

/** Waits for whatever is first: the browser's answer, the key, an opener that fails, the end of the time, the signal. */
async function followBrowser(
  latchkey: Latchkey,
  options: LoginOptions,
  terminal: Terminal,
  { request, server, reason }: BrowserWalk,
): Promise<BrowserLogin | RoadReason> {
  const { clock } = partsOf(latchkey).sso;
  const { login: record } = request;
  const name = await findName(latchkey);
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, options.signal ?? ended.signal]);
  const stop = await show(options, terminal, record, reason, name);
  const keys = watchKey(terminal.stdin, 'd', terminal.interrupt);
  try {
    const first = await Promise.race([
      server.wait(request.read, name),
      keys.pressed.then(() => 'key' as const),
      failToOpen(terminal, record.authorizationUrl),
      clock.wait(record.expiresInSeconds * 1000, signal).then(() => 'expired' as const),
    ]).finally(() => keys.stop());
    if (first === 'expired') return { ...record, status: 'expired' };
    return typeof first === 'string' ? first : await request.end(first);
  } catch (error) {
    if (options.signal?.aborted === true) await options.keep?.(fail(record, 'interrupted'));
    throw error;
  } finally {
    ended.abort();
    await stop();
  }
}

/** Never ends where the browser opens. */
async function failToOpen({ openBrowser: open }: Terminal, address: string): Promise<RoadReason> {
  const isOpen = await open(address).catch(() => false);
  return isOpen ? new Promise(() => undefined) : 'no_browser';
}

/** What the installation calls itself: a login can do without it. */
const findName = async (latchkey: Latchkey) => (await latchkey.findSiblings().catch(() => undefined))?.name;

async function show(
  { show: showRoad }: Pick<LoginOptions, 'show'>,
  { stderr }: Terminal,
  record: Login,
  reason: RoadReason,
  name: string | undefined,
): Promise<() => unknown> {
  if (showRoad !== undefined) return showRoad(record, reason, name);
  stderr.write(`${wordRoad(record, reason, { name }).join('\n')}\n`);
  return () => undefined;
}
