import { randomUUID } from 'node:crypto';
import type { Contract } from '@latchkey/contracts';
import type { Refusal, ServiceClient } from '@latchkey/contracts/service-client';
import { createPage } from './browser.ts';
import { answerWith } from './doors.ts';
import { decodeJwt } from './routes/decode-jwt.ts';
import { demoStanding, ssoUrl } from './sso-harness.ts';

type Answer = { readonly ok: true; readonly data: object } | Refusal;
type Fields = Readonly<Record<string, unknown>>;
type Answers = Readonly<Record<string, Answer | ((body: Fields) => Answer | Promise<Answer>)>>;

export const html = { accept: 'text/html' };
export const data = (given: object): Answer => ({ ok: true, data: given });
export const refusal = (code: string, more: object = {}): Answer => ({
  ok: false,
  code,
  message: code,
  ...more,
});

export const ann = {
  id: 'e2b1c4de-0000-4000-8000-000000000001',
  email: 'ann@latchkey.test',
  name: 'Ann',
  kind: 'user',
  status: 'active',
  mfa: false,
  org_count: 0,
  last_login_at: null,
  created_at: '2026-11-01T09:00:00.000Z',
};
const found = { items: [ann], total_count: 41, page_number: 1, page_total: 3, next_cursor: 'sealed-next' };
/** The code that the operator's authenticator shows. */
export const goodCode = '654321';

const stepUp = (body: Fields) =>
  body['auth.code'] === goodCode ? data({ stepped_up: true }) : refusal('invalid_credentials');

const usual: Answers = {
  '/internal/v1/root-sessions/step_up': stepUp,
  '/admin/user/search': data(found),
  '/admin/user/view': data({ ...ann, email_verified: true, orgs: [] }),
  '/admin/user/disable': data({ status: 'disabled', ended: 2, client_ids: [], client_count: 0 }),
};

type Changes = NonNullable<Parameters<typeof createPage>[0]>;

/** sso beside siblings that give these answers by path, and an operator who is signed in to a browser. */
export async function openConsole(answers: Answers = {}, changes: Changes = {}) {
  const asked: { path: string; body: Fields; claims: Fields }[] = [];
  const logged: object[] = [];
  const known: Answers = { ...usual, ...answers };
  const call: ServiceClient = async ({ to, body }) => {
    const { 'auth.token': token, ...rest } = body as Record<string, unknown>;
    const claims = typeof token === 'string' ? decodeJwt(token) : {};
    asked.push({ path: (to as Contract).path, body: rest, claims });
    const answer = known[to.path] ?? refusal('not_found');
    return answerWith(typeof answer === 'function' ? await answer(rest) : answer);
  };
  const page = createPage({
    ...changes,
    context: { siblings: { 'user-api': call, drop: call }, ...changes.context },
  });
  page.standings.set('user-6', { ...demoStanding, userId: 'user-6', kind: 'admin' });
  page.context.userApi.logEvents = async (events) => void logged.push(...events);
  const browser = page.openBrowser();
  const signIn = async (email = 'operator@latchkey.test', at = browser) => {
    await at.logIn({ email, code: '123456' });
    // Redis keeps power by session, also of the tests before.
    for (const [token, session] of page.sessions)
      if (session.id.startsWith('session-')) page.sessions.set(token, { ...session, id: randomUUID() });
  };
  await signIn();
  const open = async (path = '/console/people', at = browser) => (await at.get(path)).body as Shown;
  /** Sends a form of the page at `path`. */
  const submit = async (path: string, form: Record<string, string>, headers = {}) => {
    const { csrf } = await open(path);
    return browser.send(path, { csrf, ...form }, headers);
  };
  /** Sends a form with marked rows, and follows it. */
  const sendRows = (path: string, form: Record<string, string>, rows: readonly string[], headers = {}) =>
    browser.send(path, { ...form, row: rows }, headers);
  const enter = (path = '/console/people') => submit(path, { act: 'enter', code: goodCode });
  const acts = () => asked.map(({ path }) => path).filter((path) => !/search|view|step_up/.test(path));
  return { ...page, browser, sendRows, asked, logged, signIn, open, submit, enter, acts, ssoUrl };
}

/** A page of the console as JSON. */
export interface Shown {
  readonly outcome: string;
  readonly csrf: string;
  readonly until: string | null;
  readonly notice: string | null;
  readonly problem: string | null;
  readonly error?: string;
  readonly section: Readonly<Record<string, unknown>> & { readonly at: string };
}
