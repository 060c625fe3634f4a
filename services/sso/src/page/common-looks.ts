import type { Looks } from './look.ts';
import type { FailedView, LeavingView, SessionView, SignOutView } from './page-view.ts';
import { renderLeaving } from './render-leaving.ts';
import { renderFailed } from './render-outcome.ts';
import { renderSession, renderSignOut } from './render-session.ts';

/** What every page may be led to. */
export type CommonView = FailedView | SessionView | SignOutView | LeavingView;

export const commonLooks: Looks<CommonView> = {
  failed: { render: renderFailed, describe: ({ reason }) => ({ outcome: reason }) },
  leaving: { render: renderLeaving, describe: ({ to }) => ({ outcome: 'leaving', location: to }) },
  session: { render: renderSession, describe: describeSession },
  sign_out: {
    render: renderSignOut,
    describe: ({ csrf, clientName, account }) => ({
      outcome: 'sign_out',
      csrf,
      client_name: clientName,
      account,
    }),
  },
};

function describeSession({ signedIn }: SessionView): Record<string, unknown> {
  if (signedIn === null) return { outcome: 'signed_out', account: null };
  const { csrf, account, userId, amr, authTime } = signedIn;
  return { outcome: 'signed_in', csrf, account, user_id: userId, amr, auth_time: authTime };
}
