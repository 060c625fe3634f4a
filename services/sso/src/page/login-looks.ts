import { commonLooks, type CommonView } from './common-looks.ts';
import type { Look, Looks } from './look.ts';
import type { ChoosePasswordView, LoginView } from './page-view.ts';
import { renderChoosePassword } from './render-choose-password.ts';
import { renderLogin } from './render-login.ts';

export const choosePasswordLook: Look<ChoosePasswordView> = {
  render: renderChoosePassword,
  describe({ kind: outcome, csrf, userCode: user_code, account, sealed: sealed_credentials }) {
    return { outcome, csrf, user_code, account, sealed_credentials };
  },
};

/** What the page of the sign-in can show. */
export type LoginPageView = LoginView | ChoosePasswordView | CommonView;

export const loginLooks: Looks<LoginPageView> = {
  ...commonLooks,
  login: { render: renderLogin, describe: ({ kind: outcome, csrf }) => ({ outcome, csrf }) },
  choose_password: choosePasswordLook,
};
