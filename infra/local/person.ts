import type { Urls } from './environment.ts';
import { look, postForm, readAnswer, repeatWhileBusy, type Answer } from './raw-requests.ts';

/** What the seeds make, for tests and the demo. */
export const demo = {
  email: 'demo@latchkey.test',
  password: 'latchkey-demo-password',
  cli: { client_id: 'demo-cli' },
  rp: { client_id: 'demo-rp', client_secret: 'demo-secret-demo-rp' },
  /** It may mint payloads and hold app tokens. */
  backend: { client_id: 'demo-backend', client_secret: 'demo-secret-demo-backend' },
} as const;

/** Names one of 500 networks, another for each caller; the stack under test trusts its loopback as a proxy. */
export function fromNetwork(number: number): Record<string, string> {
  return { 'x-forwarded-for': `198.${18 + (Math.floor(number / 250) % 2)}.${number % 250}.7` };
}

/** Somebody at the approval page; the person of the demo data unless said otherwise. */
export interface Person {
  readonly email?: string;
  readonly password?: string;
  readonly network?: Record<string, string>;
}

/**
 * Signs a person in on the page without a browser, up to the confirmation; `shown` is what the page answered there,
 * and `send` decides.
 */
export async function openConfirmation(urls: Urls, userCode: string, person: Person = {}) {
  const page = `${urls.sso}/device_login`;
  const headers = { accept: 'application/json', ...person.network };
  // The code is typed: the page takes none of a request for admin from its address.
  const first = await readAnswer(await look(page, headers));
  const cookie = cookiesOf(first);
  const { email = demo.email, password = demo.password } = person;
  const form = { user_code: userCode, email, password, decision: 'continue' };
  const continueWith = (csrf: string) => postForm(page, { csrf, ...form }, { ...headers, cookie });
  const shown = first.status === 200 ? await continueWith(String(first.body['csrf'])) : first;
  // The sign-in gives the browser a session and another cookie of its own.
  const signedIn = cookiesOf(shown);
  const send = (decision: 'approve' | 'deny') => {
    const { ticket, csrf: next } = shown.body as { ticket: string; csrf: string };
    const decided = { csrf: next, user_code: userCode, ticket, decision };
    return postForm(page, decided, { ...headers, cookie: signedIn });
  };
  return { shown, send };
}

export function cookiesOf({ headers }: { readonly headers: Headers }): string {
  return headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** Walks a person through both steps of the page; the decision's answer, or the first step's where that failed. */
export async function decide(
  urls: Urls,
  userCode: string,
  decision: 'approve' | 'deny',
  person: Person = {},
): Promise<Answer> {
  const { shown, send } = await openConfirmation(urls, userCode, person);
  return shown.status === 200 ? send(decision) : shown;
}

/** Decides, and tries again while the page cannot be served. Throws what it answered at last. */
function createDecider(decision: 'approve' | 'deny') {
  return async (urls: Urls, { userCode }: { readonly userCode: string }, person?: Person): Promise<void> => {
    const { status, body } = await repeatWhileBusy(() => decide(urls, userCode, decision, person));
    if (status !== 200) throw new Error(`the page answered ${status}: ${JSON.stringify(body)}`);
  };
}

export const approve = createDecider('approve');
export const deny = createDecider('deny');

/**
 * Signs a person in at an address of /authorize without a browser, allows what is asked, and answers the address to which
 * the page leads.
 */
export async function allow(address: string, person: Person = {}): Promise<URL> {
  const headers = { accept: 'application/json', ...person.network };
  const first = await readAnswer(await look(address, headers));
  const { email = demo.email, password = demo.password } = person;
  const form = { csrf: String(first.body['csrf']), email, password, decision: 'continue' };
  const shown = await repeatWhileBusy(() =>
    postForm(address, form, { ...headers, cookie: cookiesOf(first) }),
  );
  const answer = { csrf: String(shown.body['csrf']), decision: 'approve' };
  const { body } =
    shown.body['outcome'] === 'ask'
      ? await postForm(address, answer, { ...headers, cookie: cookiesOf(shown) })
      : shown;
  if (typeof body['location'] !== 'string') throw new Error(`the page answered ${JSON.stringify(body)}`);
  return new URL(body['location']);
}

/** Opens the sign-in without a browser; `send` brings what is typed, or the answer of an authenticator to its challenge. */
export async function openSignIn(urls: Urls, network: Record<string, string> = {}) {
  const page = await look(`${urls.sso}/login`);
  const text = (await page.text()).replaceAll('&quot;', '"');
  const fieldOf = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? '';
  const sent = { csrf: fieldOf('csrf'), passkey_begun: fieldOf('passkey_begun') };
  const headers = { cookie: cookiesOf(page), ...network };
  return {
    challenge: /"challenge":"([^"]+)"/.exec(text)?.[1] ?? '',
    sent,
    headers,
    send: (shown: Record<string, string>, sso = urls.sso) =>
      postForm(`${sso}/login`, { ...sent, ...shown }, headers),
  };
}
