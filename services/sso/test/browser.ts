import { foldEmail } from '@latchkey/contracts';
import type { Response } from 'supertest';
import type { SsoContext, SsoSettings } from '../src/context.ts';
import { readUserCode } from '../src/oauth/device/user-code.ts';
import type { PasswordResult } from '../src/sibling/password-check.ts';
import { type RootSession } from '../src/sibling/user-api.ts';
import { createSso, demoStanding } from './sso-harness.ts';

export const password = 'correct horse battery';
/** What a form posts; a list is a field that is there more than once. */
type Form = Readonly<Record<string, string | readonly string[]>>;

/** Of everybody with one-time codes. */
export const recoveryCode = '7KQ2M-X4R9T';

/** The token of the browser session with this number, counted from 1. */
export const sessionTokenOf = (serial: number) => `rs_${String(serial).padStart(43, '0')}`;

interface Person {
  readonly userId: string;
  readonly code?: string;
  /** Must be replaced by one of at least 12 characters. */
  readonly mustChange?: boolean;
}

const people: ReadonlyMap<string, Person> = new Map([
  ['demo@latchkey.test', { userId: 'user-1' }],
  ['other@latchkey.test', { userId: 'user-2' }],
  ['totp@latchkey.test', { userId: 'user-3', code: '123456' }],
  ['given@latchkey.test', { userId: 'user-5', mustChange: true }],
  ['operator@latchkey.test', { userId: 'user-6', code: '123456' }],
  ['jose@latchkey.test', { userId: 'user-4' }],
]);

interface Changes {
  readonly settings?: Partial<SsoSettings>;
  readonly context?: Partial<SsoContext>;
}

/** The service beside a user-api that knows some people, and browsers to visit its pages with. */
export function createPage({ settings = {}, context = {} }: Changes = {}) {
  const sessions = new Map<string, RootSession>();
  const asked: { email: string; ip: string; userAgent: string; typedAtMs?: number | undefined }[] = [];
  let serial = 0;
  const least = 12;
  const checkPassword: SsoContext['checkPassword'] = (
    { email, password: typed, code, newPassword, typedAtMs },
    { ip, userAgent },
  ) => {
    asked.push({ email, ip, userAgent, typedAtMs });
    const person = people.get(foldEmail(email));
    if (!person || typed !== password) return answer({ outcome: 'refused' });
    if (person.code !== undefined && code === '') return answer({ outcome: 'mfa_required' });
    const isRecovery = code === recoveryCode;
    if (person.code !== undefined && code !== person.code && !isRecovery)
      return answer({ outcome: 'refused' });
    if (person.mustChange && newPassword === '')
      return answer({ outcome: 'password_change_required', least });
    if (person.mustChange && newPassword.length < least)
      return answer({ outcome: 'new_password_refused', problem: 'new_password_short', least });
    serial += 1;
    const { userId } = person;
    const token = sessionTokenOf(serial);
    const amr = person.code === undefined ? ['password'] : ['password', isRecovery ? 'recovery' : 'totp'];
    const kind = sso.standings.get(userId)?.kind ?? 'user';
    const hasCodes = person.code !== undefined;
    const session = { id: `session-${serial}`, userId, email: foldEmail(email), kind, hasCodes, amr };
    const tokensValidAfterMs = sso.standings.get(userId)?.tokensValidAfterMs ?? 0;
    sessions.set(token, {
      ...session,
      authTime: Math.floor(sso.clock.now() / 1000),
      tokensValidAfterMs,
      deviceSignIn: true,
    });
    const expiresAtMs = sso.clock.now() + 43_200_000;
    const deviceSignIn = sso.standings.get(userId)?.deviceSignIn ?? true;
    const times = { expiresAtMs, tokensValidAfterMs, deviceSignIn };
    return answer({ outcome: 'signed_in', ...session, token, ...times });
  };
  const sso: ReturnType<typeof createSso> = createSso({
    settings,
    context: {
      checkPassword,
      userApi: {
        findClient: (clientId) => Promise.resolve(sso.clients.get(clientId)),
        findApis: () => Promise.resolve(sso.apis),
        findStanding: (userId) => Promise.resolve(sso.standings.get(userId) ?? { ...demoStanding, userId }),
        findRecentStanding: (userId) => Promise.resolve(sso.standings.get(userId)),
        followStandings: () => Promise.resolve(),
        viewRootSession: (token) => {
          const session = sessions.get(token);
          const deviceSignIn = sso.standings.get(session?.userId ?? '')?.deviceSignIn ?? true;
          return Promise.resolve(session && { ...session, deviceSignIn });
        },
        revokeRootSession: (token) => Promise.resolve(sessions.delete(token)),
        issueCredential: () => Promise.resolve(undefined),
        isSessionLive: () => Promise.resolve(false),
        endSession: () => Promise.resolve(),
        logEvents: () => Promise.resolve(),
      },
      ...context,
    },
  });
  const openBrowser = (address = '198.51.100.7') => createBrowser(sso, address);
  const find = (userCode: string) =>
    sso.context.devices.findByUserCode(readUserCode(userCode) ?? '', sso.clock.now());
  const typesOf = async () => (await sso.events()).map(({ type }) => type);
  return { ...sso, sessions, asked, openBrowser, find, typesOf };
}

function answer(result: PasswordResult): Promise<PasswordResult> {
  return Promise.resolve(result);
}

/** Keeps cookies as a browser does, and asks for JSON unless a test says otherwise. */
function createBrowser({ agent }: ReturnType<typeof createSso>, address: string) {
  const cookies = new Map<string, string>();
  const sent = { accept: 'application/json', 'x-forwarded-for': address, 'user-agent': 'Test/1.0' };
  const headersOf = (more: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { ...sent, ...(cookie === '' ? {} : { cookie }), ...more };
  };
  const keep = (response: Response) => {
    for (const line of ([] as string[]).concat(response.headers['set-cookie'] ?? [])) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (line.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const get = async (path: string, headers: Record<string, string> = {}) =>
    keep(await agent.get(path).set(headersOf(headers)));
  const post = async (path: string, form: Form, headers: Record<string, string> = {}) =>
    keep(await agent.post(path).type('form').set(headersOf(headers)).send(form));
  /** Posts a form, and follows a redirect to what it led to. */
  const send: typeof post = async (path, form, headers) => {
    const led = await post(path, form, headers);
    const { pathname, search, searchParams } = new URL(led.headers['location'] ?? '/', 'http://none.test');
    return searchParams.has('shown') ? get(pathname + search, headers) : led;
  };
  /** Signs in at /login, as the demo person unless the form says otherwise. */
  const logIn = async (form: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const { csrf } = (await get('/login')).body as { csrf: string };
    return send('/login', { csrf, email: 'demo@latchkey.test', password, ...form }, headers);
  };
  /** Opens the page; the token of its form is the answer's. */
  const open = async (userCode?: string) => {
    const query = userCode === undefined ? '' : `?user_code=${encodeURIComponent(userCode)}`;
    return (await get(`/device_login${query}`)).body as Record<string, string>;
  };
  /** Posts the first step as the demo person, on the page opened without a code unless a csrf is given. */
  const signIn = async (form: Record<string, string>, headers: Record<string, string> = {}) => {
    const csrf = form['csrf'] ?? (await open())['csrf'] ?? '';
    return send('/device_login', { email: 'demo@latchkey.test', password, csrf, ...form }, headers);
  };
  /** Posts the second step that an answer to the first one leads to. */
  const decide = ({ body }: Response, decision: string, headers: Record<string, string> = {}) => {
    const { csrf, ticket, user_code } = body as Record<string, string>;
    return send('/device_login', { csrf, ticket, user_code, decision } as Record<string, string>, headers);
  };
  return { cookies, get, post, send, logIn, open, signIn, decide };
}
