import { html, type PagePart } from '@latchkey/pages';
import type { Looks } from './look.ts';
import type { PageContext } from './page-context.ts';
import type { CommonView, LeavingView, SessionView } from './page-view.ts';
import { renderFailed } from './render-failed.ts';
import { renderSaying } from './render-saying.ts';
import { renderSession, renderSignOut } from './render-session.ts';

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

/** Renders the way on: a browser takes it by itself, unless it does not. */
function renderLeaving({ to }: LeavingView, { messages }: PageContext): PagePart {
  const { heading, text, goOn } = messages.apps.leaving;
  return renderSaying({ heading, text, more: html`<p><a class="restart" href="${to}">${goOn}</a></p>` });
}
