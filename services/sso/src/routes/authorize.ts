import { exampleValues } from '@latchkey/contracts';
import { text, texts, type RequestInfo } from '@latchkey/http-server';
import { createBrowserSecret, isTopWindow } from '@latchkey/pages';
import { isFormAbout } from '../access/csrf.ts';
import { limitClient } from '../access/limit-client.ts';
import { readOwnForm } from '../access/read-own-form.ts';
import { visitorAccess } from '../access/visitor-access.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { listNames, parameters } from '../people/authorize/parameters.ts';
import type { AppPageView } from '../people/page/apps/app-looks.ts';
import { logIn } from '../people/sign-in/log-in.ts';
import type { Visit } from '../people/sign-in/visit.ts';
import { answerApp, answerSilently, nothingProven } from './authorize/answer-app.ts';
import { findApp, type App } from './authorize/find-app.ts';
import { nameQuestion, pageOf, showRefusal, showSignIn } from './authorize/show-app.ts';
import { credentialFields, leadAside, readCredentials } from './pages/credential-form.ts';
import { defineView } from './pages/define-view.ts';
import { leadIn } from './pages/lead-in.ts';
import { choosePassword, credentialErrors, type Outcome } from './pages/outcome.ts';

/** What the address has, as a program that posts it names it. */
const sentFields = Object.fromEntries(
  Object.entries(parameters).map(([name, description]) => [
    name,
    { ...(listNames.has(name) ? texts : text), description },
  ]),
);

/** Nothing of a request is looked up for what is no window that was led here: nobody sees the answer. */
async function openApp(
  context: SsoContext,
  visit: Visit,
  request: RequestInfo,
): Promise<Outcome<AppPageView>> {
  const isLedHere = request.method !== 'HEAD' && isTopWindow((name) => request.header(name));
  if (!isLedHere) return { view: { kind: 'app_waiting' } };
  const app = await findApp(context, request);
  if (!('client' in app)) return app;
  context.countSignIn('started');
  await limitClient(context, 'authorize', app.client, request);
  return answerSilently(context, app, () => answerApp(context, app, visit));
}

/** GET /authorize. Source: RFC 6749 4.1.1, OpenID Connect Core 3.1.2, contract part 1 "The browser road". */
export const authorize = defineView({
  method: 'GET',
  page: pageOf,
  path: '/authorize',
  summary: 'Signs a person in to an app, which the answer leads back to',
  readsSearch: true,
  access: visitorAccess,
  input: { properties: sentFields },
  errors: [errors.authorizeInvalid, errors.throttled],
  handle: (context, _input, visit, request) => openApp(context, visit, request),
});

/** POST /authorize: the forms of that page. What is no form of ours is led to the page (OpenID Connect Core 3.1.2.1). */
export const submitAuthorize = defineView({
  page: pageOf,
  path: '/authorize',
  summary: 'Receives the forms of the sign-in to an app',
  readsSearch: true,
  access: visitorAccess,
  input: {
    properties: {
      ...sentFields,
      csrf: { ...text, examples: [exampleValues['csrf']] },
      ...credentialFields,
      decision: {
        ...text,
        enum: ['continue', 'approve', 'deny', 'other_account', 'signup', 'reset'],
        description: 'what the button of the form says',
      },
      ui_locales: text,
    },
  },
  errors: [errors.authorizeInvalid, ...credentialErrors],
  handle(context, input, visit, request) {
    const facts = readOwnForm(context.settings, visit, request, input.csrf);
    return facts === undefined
      ? leadOn(context, input, request)
      : submit(context, { ...input, formId: facts.formId }, visit, request);
  },
});

type Fields = Partial<Record<keyof typeof credentialFields, string>>;

interface Form extends Fields {
  readonly csrf?: string;
  readonly formId: string;
  readonly decision?: 'continue' | 'approve' | 'deny' | 'other_account' | 'signup' | 'reset';
}

/** To the page, with what was posted where the address has nothing; a form of an older page of ours by a page between. */
function leadOn(
  { settings }: SsoContext,
  input: Readonly<Record<string, unknown>>,
  request: RequestInfo,
): Outcome<AppPageView> {
  const moves = leadIn(Object.keys(parameters), input, request);
  const to = settings.ssoUrl + moves;
  const isOwn = request.header('sec-fetch-site') === 'same-origin';
  return { view: { kind: 'leaving', to }, isInPlace: true, ...(isOwn ? { leaves: to } : { moves }) };
}

async function submit(
  context: SsoContext,
  form: Form,
  visit: Visit,
  request: RequestInfo,
): Promise<Outcome<AppPageView>> {
  const app = await findApp(context, request);
  if (!('client' in app)) return app;
  switch (form.decision) {
    case 'signup':
    case 'reset': {
      const going = { path: '/authorize', query: app.sent.query };
      return leadAside(form.decision, { email: form.email?.trim() ?? '', going });
    }
    case 'other_account':
      return changeAccount(context, app, visit);
    case 'approve':
    case 'deny':
      return answerQuestion(context, app, form, visit);
    default:
      return signIn(context, app, form, visit);
  }
}

/** An answer is of this request and this sign-in; any other one shows the question again. */
function answerQuestion(
  context: SsoContext,
  app: App,
  { csrf = '', decision }: Form,
  visit: Visit,
): Outcome<AppPageView> | Promise<Outcome<AppPageView>> {
  const { session, browserSecret } = visit;
  const isAnswer = session && isFormAbout(browserSecret, csrf, nameQuestion(app, session));
  if (isAnswer && decision === 'deny') return showRefusal(context, app, errors.consentDenied);
  return answerApp(context, app, visit, { ...nothingProven, hasAllowed: isAnswer === true });
}

/** Signs out of the browser, and asks who signs in to the app. */
async function changeAccount(
  { userApi, randomBytes }: SsoContext,
  app: App,
  visit: Visit,
): Promise<Outcome<AppPageView>> {
  if (visit.session) await userApi.revokeRootSession(visit.session.token, visit);
  const newSecret = createBrowserSecret(randomBytes);
  const left = { ...visit, browserSecret: newSecret, session: undefined };
  return { ...showSignIn(app, left, { email: '', code: '' }), signsOut: true, newSecret };
}

async function signIn(
  context: SsoContext,
  app: App,
  form: Form,
  visit: Visit,
): Promise<Outcome<AppPageView>> {
  const typed = readCredentials(form, visit, form.formId);
  const checkedAtMs = context.now();
  const result = await logIn(context, visit, typed);
  if (result.kind === 'problem') return showSignIn(app, visit, typed, result.problem);
  if (result.kind === 'choose_password') return choosePassword(visit, { userCode: '' }, result);
  const { browserSecret, token } = result.session;
  const { userApi } = context;
  const opened = await userApi.viewRootSession(token, visit.traceparent);
  // The new session replaces the old one, as at every sign-in.
  if (visit.session) await userApi.revokeRootSession(visit.session.token, visit, 'replaced');
  if (opened === undefined) return showSignIn(app, { ...visit, session: undefined }, typed);
  const session = { ...opened, token, authTime: Math.floor(checkedAtMs / 1000), hasJustTyped: true };
  const proven = { ...nothingProven, hasSignedIn: true };
  const outcome = await answerApp(context, app, { ...visit, browserSecret, session }, proven);
  return { ...outcome, session: result.session };
}
