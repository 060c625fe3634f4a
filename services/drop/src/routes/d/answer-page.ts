import type { ApiError, ErrorCode } from '@latchkey/contracts';
import type { PageResult, RequestInfo } from '@latchkey/http-server';
import { negotiateLocale, type Skin } from '@latchkey/pages';
import type { PageVisit } from '../../access/page-visit.ts';
import type { EndReason, PageView, Problem } from '../../page/page-view.ts';
import { renderPage } from '../../page/render.ts';

/** The output schema of the page for callers that ask for JSON. */
export const pageOutput = {
  properties: {
    outcome: { type: 'string', description: 'form, opened, asked, filled, or the reason why nothing was' },
    error: { type: 'string' },
    error_description: { type: 'string' },
    csrf: { type: 'string' },
    asker: { type: 'string' },
    asks: { type: 'string' },
    until: { type: 'string', format: 'date-time' },
    payload: { type: 'string', description: 'base64' },
    filename: { type: 'string' },
  },
} as const;

/** Where the page is, how it looks, and in which languages it is wanted. */
export interface Shown {
  readonly dropUrl: string;
  readonly skin: Skin;
  readonly request: RequestInfo;
  readonly uiLocales?: string | undefined;
}

const problems: Partial<Record<ErrorCode, Problem>> = {
  missing_payload: 'text_missing',
  missing_key: 'key_missing',
  invalid_key: 'key_wrong',
  // The key is longer than any.
  invalid_value: 'key_wrong',
};

type Reasons = Partial<Record<ErrorCode, EndReason>>;

const reasons: Reasons = {
  too_large: 'too_large',
  not_found: 'nothing',
  method_not_allowed: 'nothing',
  token_missing: 'nothing',
  expired: 'expired',
  not_active: 'not_active',
  attempts_limited: 'attempts_limited',
  throttled: 'throttled',
  csrf_failed: 'csrf_failed',
  outcome_unknown: 'outcome_unknown',
  invalid_request: 'csrf_failed',
};

/** Where the script of the page is, under the public address of the service. */
export const scriptPath = '/fill-key.js';

/** Shows a view, in the language of the person. */
export function showPage(view: PageView, { dropUrl, skin, request, ...shown }: Shown): PageResult {
  const uiLocales = shown.uiLocales ?? request.query('ui_locales');
  const locale = negotiateLocale(request.header('accept-language'), uiLocales);
  const scene = {
    skin,
    pageUrl: dropUrl + request.path,
    scriptPath: new URL(dropUrl + scriptPath).pathname,
  };
  const outcome = view.kind === 'ended' ? view.reason : view.kind;
  const json = { outcome, ...('csrf' in view && { csrf: view.csrf }) };
  return { html: () => renderPage(view, locale, scene), json };
}

/** Shows a form for the key, with what was wrong with the last one. */
export function showForm(visit: PageVisit, shown: Shown, problem: Problem | null = null): PageResult {
  const { csrf, cookie } = visit.createForm();
  return { ...showPage({ kind: 'form', csrf, problem }, shown), headers: { 'set-cookie': cookie } };
}

interface FailureWords {
  /** Shows the form with what was wrong; without it, and for what no form helps, the page ends. */
  readonly form?: (problem: Problem) => PageResult;
  /** Reasons in place of those of the page of a drop. */
  readonly reasons?: Reasons;
}

/** Shows a failure in the page's own words, under its status and code. A wrong key leaves the form. */
export function showFailure(error: ApiError, shown: Shown, words: FailureWords = {}): PageResult {
  const { code, message, retryAfterSeconds, limitBytes } = error;
  const problem = problems[code];
  const reason = words.reasons?.[code] ?? reasons[code] ?? 'unavailable';
  const ended = { kind: 'ended', reason, retryAfterSeconds, limitBytes } as const;
  const page = problem && words.form ? words.form(problem) : showPage(ended, shown);
  return {
    ...page,
    code,
    json: { ...page.json, error: code, error_description: message },
    headers: {
      ...page.headers,
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
  };
}
