import type { ErrorSpec } from '@latchkey/contracts';
import type { RequestInfo } from '@latchkey/http-server';
import { splitScope } from '@latchkey/tokens';
import { createFormAbout } from '../../access/csrf.ts';
import type { SsoContext } from '../../context.ts';
import { holdsAdmin, refuseAdmin, type AdminRefusal } from '../../oauth/token/rights.ts';
import { settleRequest, type AppRequest } from '../../people/authorize/app-request.ts';
import { describeRefusal, leadBack } from '../../people/authorize/lead-back.ts';
import { appLooks, type AppPageView } from '../../people/page/apps/app-looks.ts';
import type { AppAskView, AppFacts, AppRefusedView, AppSignInView } from '../../people/page/apps/app-view.ts';
import type { Page } from '../../people/page/look.ts';
import type { CredentialForm, CredentialProblem } from '../../people/sign-in/check-credentials.ts';
import type { SignedInVisit, Visit, VisitSession } from '../../people/sign-in/visit.ts';
import { showCredentials } from '../pages/credential-form.ts';
import { failedBy, type CommonOutcome, type Outcome } from '../pages/outcome.ts';
import type { App } from './find-app.ts';

/** The page of one request: each tab keeps its own in its address. */
export const pageOf = ({ search }: RequestInfo): Page<AppPageView> => ({
  path: search === '' ? '/authorize' : `/authorize?${search}`,
  looks: appLooks,
});

function factsOf({ client, redirectUri }: App): AppFacts {
  const { protocol, hostname, host } = new URL(redirectUri);
  const isHere = protocol !== 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  return { clientName: client.name, registeredBy: client.registeredBy, place: isHere ? null : host };
}

/** The sign-in, with what was typed before and what must be corrected. */
export function showSignIn(
  app: App,
  visit: Visit,
  typed: Pick<CredentialForm, 'email' | 'code'> = { email: app.sent.values.login_hint ?? '', code: '' },
  problem?: CredentialProblem,
): Outcome<AppSignInView> {
  const fields = showCredentials(visit, typed, problem);
  const view = { kind: 'app_sign_in', app: factsOf(app), ...fields } as const;
  return { view, isInPlace: true, ...(problem !== undefined && failedBy(problem)) };
}

/**
 * What an answer to the question is about: this request, in this sign-in, with the name and the defaults that its client
 * had when the person was asked.
 */
export function nameQuestion({ sent, client }: App, { id }: VisitSession): string {
  return JSON.stringify(['authorize', sent.query, id, client.name, settleRequest(sent, client)]);
}

export async function showAsk(
  context: SsoContext,
  app: App,
  { scope, audience }: AppRequest,
  visit: SignedInVisit,
): Promise<Outcome<AppAskView>> {
  const { browserSecret, nextForm, session } = visit;
  const csrf = createFormAbout(browserSecret, nextForm, nameQuestion(app, session));
  const adminRefusal = holdsAdmin(scope) ? await findAdminRefusal(context, scope, visit) : undefined;
  const request = { scopes: splitScope(scope), audiences: audience };
  const view = {
    kind: 'app_ask',
    csrf,
    app: factsOf(app),
    request,
    account: session.email,
    adminRefusal,
  } as const;
  return { view, isInPlace: true };
}

async function findAdminRefusal(
  { settings, userApi }: SsoContext,
  scope: string,
  { ip, session, traceparent }: SignedInVisit,
): Promise<AdminRefusal | undefined> {
  const standing = await userApi.findRecentStanding(session.userId, traceparent);
  return refuseAdmin(settings, scope, { kind: standing?.kind ?? 'user', amr: session.amr, places: [ip] });
}

/** A refusal as a page, with the way back as a link. */
export function showRefusal({ settings }: SsoContext, app: App, error: ErrorSpec): Outcome<AppRefusedView> {
  const { code, message: description } = error;
  const to = addressOf(app, settings.issuer, describeRefusal(error));
  return { view: { kind: 'app_refused', app: factsOf(app), error: code, description, to }, isInPlace: true };
}

/** Leads the browser to the app, with an answer. */
export function leadTo(
  { settings }: SsoContext,
  app: App,
  answer: Parameters<typeof leadBack>[2],
): CommonOutcome {
  const to = addressOf(app, settings.issuer, answer);
  return { view: { kind: 'leaving', to }, leaves: to, isInPlace: true };
}

function addressOf(
  { redirectUri, sent }: App,
  issuer: string,
  answer: Parameters<typeof leadBack>[2],
): string {
  // Of several there is none that could be sent back.
  const state = sent.repeated.includes('state') ? undefined : sent.values.state;
  return leadBack({ redirectUri, state }, issuer, answer);
}
