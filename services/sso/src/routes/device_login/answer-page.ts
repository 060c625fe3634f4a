import type { PageResult, RequestInfo } from '@latchkey/http-server';
import { type ApiError, type ErrorSpec } from '@latchkey/errors';
import type { SsoSettings } from '../../context.ts';
import { negotiateLocale } from '../../page/locale.ts';
import type { FailedView, PageView } from '../../page/page-view.ts';
import { renderPage } from '../../page/render.ts';
import { writeCookie } from '../../sign-on/cookies.ts';
import type { Outcome } from '../../sign-on/outcome.ts';
import type { Visit } from '../../sign-on/visit.ts';

/** As long as a device authorization can live, and then some: a form that is left open must still be ours. */
const browserCookieSeconds = 24 * 3600;
const defaultRetrySeconds = 5;

interface Stage {
  readonly settings: SsoSettings;
  readonly now: () => number;
}

/** Shows an outcome as a document in the person's language and as JSON, with the cookies that follow from it. */
export function answerPage(
  { settings, now }: Stage,
  request: RequestInfo,
  outcome: Outcome,
  visit: Visit,
  uiLocales: string | undefined,
): PageResult {
  const cookies: string[] = [];
  const { isHttps } = settings;
  if (visit.isNewBrowser) {
    cookies.push(writeCookie('browser', visit.browserSecret, browserCookieSeconds, isHttps));
  }
  if (outcome.session) {
    const ageSeconds = Math.max(0, Math.floor((outcome.session.expiresAtMs - now()) / 1000));
    cookies.push(writeCookie('session', outcome.session.token, ageSeconds, isHttps));
  }
  const page = show({ settings, now }, request, outcome.view, uiLocales);
  return {
    ...page,
    json: outcome.failure ? { ...page.json, ...wordFailure(outcome.failure) } : page.json,
    ...(outcome.failure ? { code: outcome.failure.code } : {}),
    ...(cookies.length > 0 ? { headers: { 'set-cookie': cookies } } : {}),
  };
}

/** Shows a failure that was thrown on the way. */
export function failPage(stage: Stage, error: ApiError, request: RequestInfo): PageResult {
  const page = show(stage, request, viewFailure(error), undefined);
  return { ...page, json: wordFailure(error.spec) };
}

function show({ settings, now }: Stage, request: RequestInfo, view: PageView, uiLocales: string | undefined) {
  const locale = negotiateLocale(request.header('accept-language'), uiLocales);
  const options = { pageUrl: `${settings.ssoUrl}/device_login`, nowMs: now() };
  return { html: () => renderPage(view, locale, options), json: describeView(view) };
}

function viewFailure(error: ApiError): FailedView {
  const retryAfterSeconds = error.retryAfterSeconds ?? defaultRetrySeconds;
  if (error.code === 'csrf_failed') return { kind: 'failed', reason: 'csrf_mismatch' };
  if (error.code === 'throttled') return { kind: 'failed', reason: 'throttled', retryAfterSeconds };
  const isOurs = ['internal', 'upstream_unavailable', 'temporarily_unavailable', 'overloaded'].includes(
    error.code,
  );
  return isOurs
    ? { kind: 'failed', reason: 'unavailable', retryAfterSeconds }
    : { kind: 'failed', reason: 'code_invalid' };
}

function wordFailure({ code, message }: ErrorSpec) {
  return { error: code, error_description: message };
}

/** The same outcome for a caller that reads JSON. */
function describeView(view: PageView): Record<string, unknown> {
  if (view.kind === 'failed') return { outcome: view.reason };
  if (view.kind === 'done') return { outcome: view.decision, client_name: view.clientName };
  const { csrf, userCode, account, request } = view;
  return {
    outcome: view.kind,
    csrf,
    user_code: userCode,
    account,
    ...(view.kind === 'confirm' ? { ticket: view.ticket } : {}),
    ...(request ? { request: describeRequest(request) } : {}),
  };
}

function describeRequest(request: NonNullable<Extract<PageView, { kind: 'enter' }>['request']>) {
  return {
    client_name: request.clientName,
    scopes: request.scopes,
    ip: request.address,
    user_agent: request.userAgent,
    requested_at: new Date(request.requestedAtMs).toISOString(),
  };
}
