import type { Access, RequestInfo } from '@latchkey/http-server';
import { createBrowserSecret, readCookie } from '@latchkey/pages';
import type { SsoContext } from '../context.ts';
import type { LinkPurpose } from '../people/sign-in/door-link.ts';
import type { Visit } from '../people/sign-in/visit.ts';
import { isWithin } from '../sibling/recent.ts';
import { longestQueryCookie, openGoing } from './going.ts';

export const cookieNames = {
  browser: 'latchkey-browser',
  session: 'latchkey-session',
  going: 'latchkey-going',
  /** The query of the authorization request that its person was answering. */
  query: 'latchkey-query',
  /** Names no account. Whoever makes one up opens a field. */
  codes: 'latchkey-codes',
} as const;

/** That an account with one-time codes signed in. */
export const usesCodes = 'has-one-time-codes';

/** The cookie that keeps the link of a page until it is used. */
export const linkCookie = (purpose: LinkPurpose) => `latchkey-link-${purpose}`;
/** How long it does. */
export const linkSeconds = 900;

const userAgentLimit = 512;

/** Anybody may open the page; the cookies say who it is. */
export const visitorAccess: Access<SsoContext, Visit> = {
  name: 'browser',
  signIn: ['cookie'],
  isOptional: true,
  errors: [],
  async admit(context, _parsed, request) {
    const { isHttps } = context.settings;
    const header = request.header('cookie');
    const secret = readCookie(header, cookieNames.browser, isHttps);
    const going = readCookie(header, cookieNames.going, isHttps);
    const query = readCookie(header, cookieNames.query, isHttps, longestQueryCookie);
    return {
      ip: request.ip,
      network: request.network,
      userAgent: (request.header('user-agent') ?? '').slice(0, userAgentLimit),
      traceparent: request.traceparent,
      browserSecret: secret ?? createBrowserSecret(context.randomBytes),
      isNewBrowser: secret === undefined,
      going: secret === undefined ? undefined : openGoing(secret, going, context.now(), query),
      usesCodes: readCookie(header, cookieNames.codes, isHttps) === usesCodes,
      passkeys: placeOf(context),
      nextForm: context.randomBytes(16).toString('base64url'),
      session: await readSession(context, readCookie(header, cookieNames.session, isHttps), request),
    };
  },
};

function placeOf({ settings: { passkeyRpId: rpId }, now }: SsoContext) {
  return rpId === undefined ? undefined : { rpId, nowMs: now() };
}

export interface DoorVisit extends Visit {
  /** The token of the link that this browser has opened. */
  readonly link: string | undefined;
}

/** Anybody may open the page of a link; a cookie of its own says which link. */
export function doorAccess(purpose: LinkPurpose): Access<SsoContext, DoorVisit> {
  return {
    ...visitorAccess,
    async admit(context, parsed, request) {
      const visit = await visitorAccess.admit(context, parsed, request);
      const { isHttps } = context.settings;
      return { ...visit, link: readCookie(request.header('cookie'), linkCookie(purpose), isHttps) };
    },
  };
}

/** How long a password is not asked for again. Source: contract part 1 "Account page". */
const recentMs = 300_000;

/** The form of a root session token; of any other text nobody is asked. Source: contract part 1 "Approval page". */
const sessionToken = /^rs_[A-Za-z0-9_-]{43}$/;

async function readSession(context: SsoContext, token: string | undefined, request: RequestInfo) {
  const isToken = token !== undefined && sessionToken.test(token);
  const session = isToken ? await context.userApi.viewRootSession(token, request.traceparent) : undefined;
  if (!isToken || !session) return undefined;
  request.note({ principal_id: session.userId });
  const { id, userId, email, kind, hasCodes, amr, authTime, tokensValidAfterMs, deviceSignIn } = session;
  const hasJustTyped = isWithin(authTime * 1000, recentMs, context.now());
  const facts = { id, token, userId, email, kind, hasCodes, amr, authTime };
  return { ...facts, tokensValidAfterMs, hasJustTyped, deviceSignIn };
}
