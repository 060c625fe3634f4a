import { accountCalls } from '@latchkey/contracts';
import { renderSignIn } from '../../people/page/account/render-sign-in.ts';
import { defineAccountPage } from './account-page.ts';
import { dataOf, viewAccount } from './read-account.ts';

export const signIn = defineAccountPage({
  name: 'sign_in',
  render: renderSignIn,
  async load({ ask }) {
    const [{ mfa, recovery_codes_left, device_sign_in }, listed] = await Promise.all([
      viewAccount(ask),
      ask(accountCalls.listPasskeys, {}),
    ]);
    const passkeys = dataOf(listed).passkeys.length;
    return { name: 'sign_in', mfa, recovery_codes_left, device_sign_in, passkeys };
  },
});
