import { accountCalls, ApiError, doorCalls } from '@latchkey/contracts';
import type { ServiceAnswer } from '@latchkey/contracts/service-client';
import type { SsoContext, SsoSettings } from '../src/context.ts';
import type { Link } from '../src/people/sign-in/door-link.ts';
import { createPage } from './browser.ts';

export const html = { accept: 'text/html' };
export const email = 'demo@latchkey.test';
export const newPassword = 'four quiet herons';
export const tokenOf = (name: string) => `k1.${name.padEnd(43, '_')}.${'s'.repeat(43)}`;

export type Answer = ServiceAnswer<never> | undefined;
/** What a sibling in a test answers to any call: the test sees to it that it fits. */
export const answerWith = (answer: unknown): Promise<never> => Promise.resolve(answer as never);
export const data = (answered: object): Answer => ({ ok: true, data: answered as never });
export const refusal = (code: string, more: object = {}): Answer => ({
  ok: false,
  code,
  message: code,
  ...more,
});
const unknown = refusal('not_found', { field: 'token' });

export const blank: Link = {
  purpose: 'sign_up',
  email: 'ada@latchkey.test',
  user_id: null,
  has_account: false,
  needs_code: false,
  password_min_length: 12,
  name: null,
  expires_at: '2026-11-29T09:30:00.000Z',
  invitation: null,
  passkeys: [],
};
export const invitation = {
  id: 'invite-1',
  org: { id: 'org-1', slug: 'acme', name: 'Acme' },
  role: 'member',
  invited_by: { name: 'Bea', email: 'bea@latchkey.test' },
} as const;

interface Changes {
  readonly links?: Record<string, Partial<Link>>;
  readonly settings?: Partial<SsoSettings>;
  /** Answers in place of the usual ones, by path. */
  readonly answers?: Record<string, Answer>;
}

/** sso beside a user-api with these links, each of which is used once. `down.is`: it cannot be reached. */
export function createDoors({ links = {}, settings = {}, answers = {} }: Changes = {}) {
  const asked: [path: string, body: Record<string, unknown>][] = [];
  const open = new Map(Object.entries(links).map(([name, link]) => [tokenOf(name), { ...blank, ...link }]));
  const down = { is: false };
  let opened = 0;
  const user = { id: 'user-9', email: blank.email, name: 'Ada', kind: 'user' };
  const openRoot = () => {
    opened += 1;
    const token = `rs_${String(opened).padStart(43, 'n')}`;
    const session = { id: `new-${opened}`, userId: user.id, email: user.email, amr: ['password'] };
    const facts = {
      kind: 'user',
      hasCodes: false,
      authTime: 0,
      tokensValidAfterMs: 0,
      deviceSignIn: true,
    } as const;
    page.sessions.set(token, { ...session, ...facts });
    const root = { id: session.id, token, amr: ['password'], expires_at: '2026-11-30T09:30:00.000Z' };
    return data({ root, user });
  };
  const answer = (path: string, body: Record<string, unknown>): Answer => {
    asked.push([path, body]);
    if (down.is) throw new ApiError({ code: 'upstream_unavailable', message: 'user-api is not available' });
    if (path in answers) return answers[path];
    const token = (body['token'] ?? body['link'] ?? '') as string;
    const link = open.get(token);
    switch (path) {
      case doorCalls.requestLink.path:
        return data({ mail: 'on' });
      case doorCalls.viewLink.path:
        return link === undefined ? unknown : data(link);
      case doorCalls.signUp.path:
      case doorCalls.resetPassword.path:
        return open.delete(token) ? openRoot() : unknown;
      case accountCalls.confirmEmail.path:
        return open.delete(token) ? data({ email_verified: true }) : unknown;
      case doorCalls.restoreAddress.path:
        return open.delete(token) ? data({ email }) : unknown;
      default:
        return data({ member: {}, declined: true, user, items: [], next_cursor: null });
    }
  };
  const context: Partial<SsoContext> = {
    askDoor: async (to, body) => answerWith(answer(to.path, body as Record<string, unknown>)),
    askAccount: async (_visit, to, body) => answerWith(answer(to.path, body as Record<string, unknown>)),
  };
  const page: ReturnType<typeof createPage> = createPage({
    settings: { signUp: 'open', ...settings },
    context,
  });
  const pathsOf = () => asked.map(([path]) => path);
  return { ...page, asked, pathsOf, open, down, context: page.context };
}

type Doors = ReturnType<typeof createDoors>;
export type Browser = ReturnType<Doors['openBrowser']>;

/** Opens a link as a person does: the address with the token, then the page that it leads to. */
export async function openLink(browser: Browser, path: string, name: string) {
  await browser.get(`${path}?link=${tokenOf(name)}`);
  return (await browser.get(path)).body as Record<string, string>;
}

/** A browser that is signed in as the demo person, user-1. */
export async function signIn(doors: Doors): Promise<Browser> {
  const browser = doors.openBrowser();
  await browser.logIn();
  doors.asked.length = 0;
  return browser;
}
