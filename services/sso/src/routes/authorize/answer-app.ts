import { ApiError, type ErrorCode, type ErrorSpec } from '@latchkey/contracts';
import { isDependencyLost } from '@latchkey/database/is-dependency-lost';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { asksNothing } from '../../people/authorize/app-request.ts';
import { giveCode } from '../../people/authorize/give-code.ts';
import { isKnownHere, judgeRequest, type Proven } from '../../people/authorize/judge-request.ts';
import { describeRefusal } from '../../people/authorize/lead-back.ts';
import type { AppPageView } from '../../people/page/apps/app-looks.ts';
import type { Visit } from '../../people/sign-in/visit.ts';
import type { Outcome } from '../pages/outcome.ts';
import type { App } from './find-app.ts';
import { leadTo, showAsk, showRefusal, showSignIn } from './show-app.ts';

export const nothingProven: Proven = { hasSignedIn: false, hasAllowed: false };

/** What a request leads to in this browser. Source: contract part 1 "The browser road". */
export async function answerApp(
  context: SsoContext,
  app: App,
  visit: Visit,
  proven: Proven = nothingProven,
): Promise<Outcome<AppPageView>> {
  const { session } = visit;
  const { client, sent, redirectUri } = app;
  const judged = await judgeRequest(context, sent, { client, session }, proven);
  if (judged.kind === 'refuse') {
    return refuse(context, app, judged.error, judged.isAtOnce);
  }
  if (judged.kind === 'sign_in' || session === undefined) return showSignIn(app, visit);
  const signedIn = { ...visit, session };
  if (judged.kind === 'ask') {
    context.countSignIn('asked');
    return showAsk(context, app, judged.asked, signedIn);
  }
  const code = await giveCode(context, signedIn, { client, redirectUri, ...judged });
  if (code !== undefined) {
    context.countSignIn(judged.isAsked ? 'allowed' : 'allowed_before');
    return leadTo(context, app, { code });
  }
  // The account or the consent has ended in this moment: what was proven before is no reason any more.
  if (asksNothing(sent)) return refuse(context, app, errors.loginRequired, isKnownHere(client));
  return showSignIn(app, visit);
}

function refuse(context: SsoContext, app: App, error: ErrorSpec, isAtOnce: boolean): Outcome<AppPageView> {
  return isAtOnce ? leadTo(context, app, describeRefusal(error)) : showRefusal(context, app, error);
}

const faultsOfOurs = new Set<ErrorCode>(['upstream_unavailable', 'overloaded', 'temporarily_unavailable']);

/** An app that may show nothing is answered also where something here is down: nobody would see the page. */
export async function answerSilently(
  context: SsoContext,
  app: App,
  answer: () => Promise<Outcome<AppPageView>>,
): Promise<Outcome<AppPageView>> {
  if (!asksNothing(app.sent)) return answer();
  try {
    return await answer();
  } catch (error) {
    const isOurs = isDependencyLost(error) || (error instanceof ApiError && faultsOfOurs.has(error.code));
    if (!isOurs) throw error;
    return refuse(context, app, errors.temporarilyUnavailable, isKnownHere(app.client));
  }
}
