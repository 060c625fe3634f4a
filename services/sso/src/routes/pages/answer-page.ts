import type { ApiError, ErrorCode, ErrorSpec } from '@latchkey/contracts';
import { prefersJson, type PageResult, type RequestInfo } from '@latchkey/http-server';
import { createPagePolicy, negotiateLocale } from '@latchkey/pages';
import type { SsoSettings } from '../../context.ts';
import { errors } from '../../errors.ts';
import type { Api } from '../../oauth/client/api.ts';
import { commonLooks } from '../../people/page/common-looks.ts';
import { lookOf, type AnyView, type Page } from '../../people/page/look.ts';
import type { CommonView, FailedView } from '../../people/page/page-view.ts';
import { passkeyScriptPath } from '../../people/page/passkeys/passkey-script.ts';
import { renderPage } from '../../people/page/render.ts';
import { doorPaths } from '../../people/sign-in/door-link.ts';
import type { TicketStore } from '../../people/sign-in/ticket.ts';
import type { Visit } from '../../people/sign-in/visit.ts';
import type { UserApi } from '../../sibling/user-api.ts';
import type { Shown } from './define-view.ts';
import { keepOutcome } from './kept-page.ts';
import { listCookies } from './list-cookies.ts';
import type { Outcome } from './outcome.ts';

const defaultRetrySeconds = 5;
/** Pages that a person starts again from, besides the approval page. */
const starts = new Set<string>(['/login', '/authorize', ...Object.values(doorPaths)]);
const ourFaults = new Set<ErrorCode>([
  'internal',
  'upstream_unavailable',
  'temporarily_unavailable',
  'overloaded',
]);

/** What a request gets that no route takes. */
const noPage = new Set<ErrorCode>(['not_found', 'method_not_allowed']);

/** What showing a page needs. */
export interface Stage {
  readonly settings: SsoSettings;
  readonly now: () => number;
  readonly userApi: Pick<UserApi, 'findApis'>;
  readonly tickets: Pick<TicketStore, 'keepPage'>;
}

/**
 * Answers an outcome as HTML in the person's language or as JSON, and sets its cookies. A form of a browser leads to the
 * page that shows what came of it.
 */
export async function answerPage<View extends AnyView>(
  stage: Stage,
  request: RequestInfo,
  { page, outcome, visit, uiLocales }: Shown<View>,
): Promise<PageResult> {
  const { settings } = stage;
  const cookies = listCookies(stage, outcome, visit);
  const { failure, retryAfterSeconds } = outcome;
  const next = await findNext(stage, request, outcome, visit, page.path);
  if (outcome.moves !== undefined) {
    const to = settings.ssoUrl + outcome.moves;
    return { ...show(stage, page, request, outcome.view, uiLocales, []), location: to };
  }
  const leaves = findLeaving(stage, request, outcome, next && inLanguage(next, request, uiLocales));
  if (leaves !== undefined) return leave(stage, request, leaves, cookies, uiLocales);
  const { view } = outcome;
  const apis = next === undefined ? await findApis(stage, request, view) : [];
  const shown = show(stage, page, request, view, uiLocales, apis);
  return {
    ...shown,
    json: failure ? { ...shown.json, ...wordFailure(failure) } : shown.json,
    ...(failure ? { code: failure.code } : {}),
    ...(next === undefined ? {} : { location: settings.ssoUrl + inLanguage(next, request, uiLocales) }),
    headers: {
      ...listPolicies(settings, view),
      ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
  };
}

/** Only a page that offers passkeys may run a script, the one of theirs, and ask for one. */
function listPolicies({ skin, ssoUrl }: SsoSettings, { passkey }: AnyView): Record<string, string> {
  if (passkey === undefined) return {};
  return {
    'permissions-policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
    'content-security-policy': createPagePolicy(skin, ssoUrl + passkeyScriptPath),
  };
}

/** Where the browser leaves these pages, or may do so in the next step. */
function findLeaving(
  { settings }: Stage,
  { method }: RequestInfo,
  { leaves }: Outcome,
  next: string | undefined,
): string | undefined {
  if (leaves !== undefined || next === undefined || method !== 'POST') return leaves;
  return next.startsWith('/authorize') ? settings.ssoUrl + next : undefined;
}

/**
 * Leads to another origin. Browsers apply form-action to every hop after a form, so that what a form ends in is a page, which
 * leads on by itself. Source: contract part 1 "The browser road".
 */
function leave(
  stage: Stage,
  request: RequestInfo,
  to: string,
  cookies: string[],
  uiLocales: string | undefined,
): PageResult {
  const page = { path: request.path, looks: {} };
  const shown = show(stage, page, request, { kind: 'leaving', to }, uiLocales, []);
  const isForm = request.method === 'POST';
  const headers = {
    ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
    ...(isForm && { refresh: `0;url=${to}` }),
  };
  return { ...shown, headers, ...(isForm ? {} : { location: to }) };
}

/** Where a browser is led; a caller that prefers JSON is answered in place. */
async function findNext(
  { tickets }: Stage,
  request: RequestInfo,
  outcome: Outcome,
  visit: Visit,
  path: string,
): Promise<string | undefined> {
  if (prefersJson(request.header('accept'))) return undefined;
  return request.method === 'POST' ? keepOutcome(tickets, visit, outcome, path) : outcome.next;
}

/** Keeps a language that the person chose in place of the browser's. */
function inLanguage(next: string, request: RequestInfo, uiLocales: string | undefined): string {
  const accepted = request.header('accept-language');
  const locale = negotiateLocale(accepted, uiLocales);
  if (locale === negotiateLocale(accepted, undefined) || next.includes('ui_locales=')) return next;
  return `${next}${next.includes('?') ? '&' : '?'}ui_locales=${locale}`;
}

/** Answers a failure outside the flow: a dependency is down, or the request is malformed. */
export function failPage(stage: Stage, error: ApiError, request: RequestInfo): PageResult {
  const view = viewFault(error);
  const search = request.path === '/authorize' ? `?${request.search}` : '';
  const isStart = starts.has(request.path) || request.path.startsWith('/account');
  const path = isStart ? request.path + search : '/device_login';
  return {
    ...show(stage, { path, looks: {} }, request, view, request.query('ui_locales'), []),
    json: { error: nameFault(error.code), error_description: error.message },
  };
}

function viewFault({ code, limitBytes, retryAfterSeconds = defaultRetrySeconds }: ApiError): FailedView {
  if (ourFaults.has(code)) return { kind: 'failed', reason: 'unavailable', retryAfterSeconds };
  if (limitBytes !== undefined) return { kind: 'failed', reason: 'too_large', limitBytes };
  return { kind: 'failed', reason: noPage.has(code) ? 'not_found' : 'csrf_mismatch' };
}

/** The error code as RFC 6749 5.2 names it, as on the OAuth routes. */
function nameFault(code: ErrorCode): ErrorCode {
  if (code === 'internal') return 'server_error';
  return ourFaults.has(code) ? errors.temporarilyUnavailable.code : 'invalid_request';
}

/** None where user-api cannot say: the page then names scopes and addresses as they are. */
async function findApis(
  { userApi }: Stage,
  { traceparent, note }: RequestInfo,
  { request: asked }: AnyView,
): Promise<readonly Api[]> {
  if (asked === undefined || asked === null) return [];
  return userApi.findApis(asked.audiences, traceparent).catch((error: unknown) => {
    note({ detail: `the APIs have no names on the page: ${String(error)}` });
    return [];
  });
}

function show<View extends AnyView>(
  { settings, now }: Stage,
  { path, looks }: Page<View>,
  request: RequestInfo,
  view: NoInfer<View> | CommonView,
  uiLocales: string | undefined,
  apis: readonly Api[],
) {
  const look = lookOf<View | CommonView>({ ...commonLooks, ...looks }, view);
  const locale = negotiateLocale(request.header('accept-language'), uiLocales);
  const { ssoUrl, audienceNames, dropUrl, signUp, skin } = settings;
  const pageUrl = ssoUrl + path;
  const maySignUp = signUp === 'open';
  const options = { pageUrl, skin, nowMs: now(), audienceNames, apis, dropUrl, maySignUp };
  return {
    html: () => renderPage(view, look, locale, options),
    json: look.describe(view),
  };
}

function wordFailure({ code, message }: ErrorSpec) {
  return { error: code, error_description: message };
}
