import type { Looks } from './look.ts';
import type { FailedView, SessionView } from './page-view.ts';
import { renderFailed } from './render-outcome.ts';
import { renderSession } from './render-session.ts';

/** What every page may be led to. */
export type CommonView = FailedView | SessionView;

export const commonLooks: Looks<CommonView> = {
  failed: { render: renderFailed, describe: ({ reason }) => ({ outcome: reason }) },
  session: { render: renderSession, describe: describeSession },
};

function describeSession({ signedIn }: SessionView): Record<string, unknown> {
  if (signedIn === null) return { outcome: 'signed_out', account: null };
  const { csrf, account, userId, amr, authTime } = signedIn;
  return { outcome: 'signed_in', csrf, account, user_id: userId, amr, auth_time: authTime };
}
