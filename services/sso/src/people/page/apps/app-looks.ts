import type { Looks } from '../look.ts';
import type { ChoosePasswordView } from '../page-view.ts';
import { choosePasswordLook } from '../render-choose-password.ts';
import type {
  AppAskView,
  AppBrokenView,
  AppFacts,
  AppRefusedView,
  AppSignInView,
  AppWaitingView,
} from './app-view.ts';
import { renderAsk } from './render-ask.ts';
import { renderBroken, renderRefused, renderWaiting } from './render-refused.ts';
import { renderSignInTo } from './render-sign-in-to.ts';

/** What /authorize can show. */
export type AppPageView =
  | AppSignInView
  | ChoosePasswordView
  | AppAskView
  | AppRefusedView
  | AppBrokenView
  | AppWaitingView;

const describeApp = ({ clientName, registeredBy, place }: AppFacts) => ({
  client_name: clientName,
  registered_by: registeredBy,
  place,
});

export const appLooks: Looks<AppPageView> = {
  choose_password: choosePasswordLook,
  app_sign_in: {
    render: renderSignInTo,
    describe: ({ csrf, app, account }) => ({ outcome: 'login', csrf, account, request: describeApp(app) }),
  },
  app_ask: {
    render: renderAsk,
    describe: ({ csrf, app, account, request, adminRefusal }) => ({
      outcome: 'ask',
      csrf,
      account,
      request: { ...describeApp(app), ...request },
      ...(adminRefusal !== undefined && { admin_refused: adminRefusal }),
    }),
  },
  app_refused: {
    render: renderRefused,
    describe: ({ app, error, description, to }) => ({
      outcome: 'refused',
      error,
      error_description: description,
      location: to,
      request: describeApp(app),
    }),
  },
  app_broken: { render: renderBroken, describe: () => ({ outcome: 'broken' }) },
  app_waiting: { render: renderWaiting, describe: () => ({ outcome: 'waiting' }) },
};
