import { createCause, wordFailure } from './failure-words.ts';
import { userAgent as libraryAgent } from './host.ts';
import { LatchkeyError } from './latchkey-error.ts';

/** Time as the library sees it; tests pass in their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a monotonic clock; `performance.now` unless given. */
  elapsed?(): number;
  /** Ends after `ms`, or fails with the reason of the signal. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A relying party: who it is, and where the services are. */
export interface Settings {
  /** Address of sso, which is also its issuer. */
  readonly sso: string;
  /** Address of user-api; what sso's metadata names unless set. */
  readonly userApi?: string;
  /** Address of drop; what sso's metadata names unless set. */
  readonly drop?: string;
  readonly clientId: string;
  /** Of a confidential client. It must never reach a browser. */
  readonly clientSecret?: string;
  /** Where the secret goes, as the client is registered: the form (`post`, the default) or a Basic header. */
  readonly clientAuth?: 'post' | 'basic';
  /** Binds the tokens of new logins to a key of their own (RFC 9449). The key is kept beside the tokens. */
  readonly dpop?: boolean;
  /**
   * What the device calls itself on the approval page and in the person's list, up to 64 characters; false: nothing. A
   * public client sends the host name unless this says otherwise; a confidential one runs elsewhere, and sends nothing.
   */
  readonly deviceName?: string | false;
  /** How requests name the program, such as `acme-cli/2.1`: the approval page shows it. The library unless set. */
  readonly userAgent?: string;
  /** Allows http: beyond this machine, for a development network alone. */
  readonly allowHttp?: boolean;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
}

/** A timer of more milliseconds ends at once. */
const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
        Math.min(ms, longestTimerMs),
      );
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a service at `address` may be called over http. */
export function isHttpAllowed({ allowHttp }: Pick<Settings, 'allowHttp'>, address: string): boolean {
  return allowHttp === true || loopback.test(new URL(address).hostname);
}

/**
 * The fetch of every call. It follows no redirect: calls hold tokens, codes and keys, which no other address may see
 * (contract part 5 "The library"). Throws a LatchkeyError that names the address: `not_configured` for one over http that
 * the settings do not allow, `no_answer` for one that cannot be reached.
 */
export function createSend(settings: Pick<Settings, 'fetch' | 'allowHttp' | 'userAgent'>) {
  const { fetch: send = fetch, userAgent = libraryAgent } = settings;
  return async (url: string, init: RequestInit): Promise<Response> => {
    const { origin, protocol, username, password } = new URL(url);
    if (username + password !== '')
      throw new LatchkeyError('not_configured', `The address of ${origin} holds a name or a password.`);
    if (protocol !== 'https:' && !isHttpAllowed(settings, url))
      throw new LatchkeyError(
        'not_configured',
        `${origin} is not https:. For a development network, set allowHttp.`,
      );
    const headers = new Headers(init.headers);
    if (userAgent !== undefined && namesNobody(headers)) headers.set('user-agent', userAgent);
    const response = await send(url, { ...init, headers, redirect: 'manual' }).catch((cause: unknown) => {
      const why = wordFailure(cause);
      const said = why === 'timeout' ? 'took too long' : `cannot be reached (${why ?? 'no reason is known'})`;
      throw new LatchkeyError('no_answer', `${origin} ${said}.`, createCause(cause));
    });
    const { redirected, status, type } = response;
    if (!redirected && type !== 'opaqueredirect' && !(status >= 300 && status < 400)) return response;
    await response.body?.cancel();
    throw new LatchkeyError(
      'no_answer',
      `${origin} sends to another address, which is not followed (status ${status}).`,
    );
  };
}

/** Nothing names the program: the OAuth library below names itself. */
function namesNobody(headers: Headers): boolean {
  return headers.get('user-agent')?.startsWith('oauth4webapi/') ?? true;
}

/**
 * The address of a page of sso, as a browser may open it. Throws a LatchkeyError about any other: a desktop starts
 * programs and opens files for what is no web address.
 */
export function readPageAddress(settings: Pick<Settings, 'sso' | 'allowHttp'>, address: string): string {
  const { origin } = new URL(settings.sso);
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isHttpAllowed(settings, address));
  const isPlain = url?.username === '' && url.password === '';
  if (url?.origin === origin && isSafe && isPlain) return url.href;
  throw new LatchkeyError('foreign_page', `The page for the approval is not a page of ${origin}.`);
}
