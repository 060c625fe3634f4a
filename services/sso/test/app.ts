import { createHash } from 'node:crypto';
import { createPage, password } from './browser.ts';
import { secretOf } from './sso-harness.ts';

export const verifier = 'v'.repeat(43);
export const challenge = createHash('sha256').update(verifier).digest('base64url');

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

const usual: Fields = {
  response_type: 'code',
  client_id: 'demo-web',
  redirect_uri: 'https://app.example.test/callback',
  scope: 'openid',
  state: 'state of the app',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

/** The address of a request, changed as a test asks; a field that is undefined is left out. */
export function addressOf(changes: Fields = {}): string {
  const fields = Object.entries({ ...usual, ...changes }).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  return `/authorize?${new URLSearchParams(fields).toString()}`;
}

export const native: Fields = {
  client_id: 'demo-native',
  redirect_uri: 'http://127.0.0.1:49152/callback',
};
export const stranger: Fields = {
  client_id: 'strange-web',
  redirect_uri: 'https://strange.example.test/callback',
};

export interface Shown extends Record<string, unknown> {
  readonly outcome?: string;
  readonly csrf?: string;
  readonly location?: string;
  readonly error?: string;
}

/** What an answer leads back with. */
export function answerOf({ location = 'none:' }: Shown): Record<string, string> {
  return Object.fromEntries(new URL(location).searchParams);
}

/** sso beside a user-api that knows some people, and a browser that an app leads there. */
export function createApp(changes: Parameters<typeof createPage>[0] = {}) {
  const page = createPage(changes);
  const browser = page.openBrowser();
  const open = async (address = addressOf(), headers: Record<string, string> = {}) =>
    (await browser.get(address, headers)).body as Shown;
  const post = async (address: string, form: Record<string, string>) =>
    (await browser.post(address, form)).body as Shown;
  const signIn = async (address = addressOf(), form: Record<string, string> = {}) => {
    const { csrf = '' } = await open(address);
    return post(address, { csrf, email: 'demo@latchkey.test', password, decision: 'continue', ...form });
  };
  const answer = async (address: string, decision: string, { csrf = '' }: Shown) =>
    post(address, { csrf, decision });
  /** Signs in, allows what is asked, and answers the code. */
  const getCode = async (address = addressOf()) => {
    let shown = await open(address);
    if (shown.outcome === 'login') shown = await signIn(address);
    if (shown.outcome === 'ask') shown = await answer(address, 'approve', shown);
    const { code } = answerOf(shown);
    if (code === undefined) throw new Error(`no code: ${JSON.stringify(shown)}`);
    return code;
  };
  const redeem = (
    code: string,
    changed: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => {
    const form = {
      grant_type: 'authorization_code',
      client_id: 'demo-web',
      code,
      redirect_uri: 'https://app.example.test/callback',
      code_verifier: verifier,
      ...changed,
    };
    const secret = form.client_id === 'demo-native' ? {} : { client_secret: secretOf(form.client_id) };
    const sent = Object.entries({ ...secret, ...form }).filter(([, value]) => value !== '');
    return page.post('/token', Object.fromEntries(sent), headers);
  };
  return { ...page, browser, open, submit: post, signIn, answer, getCode, redeem };
}
