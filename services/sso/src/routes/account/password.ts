import { accountCalls } from '@latchkey/contracts';
import { renderPassword } from '../../people/page/account/render-sign-in.ts';
import { defineAccountPage } from './account-page.ts';
import { problemOf } from './act.ts';
import { viewAccount } from './read-account.ts';
import { withPassword } from './with-factors.ts';

export const password = defineAccountPage({
  name: 'password',
  render: renderPassword,
  async load({ ask }) {
    const { password_min_length: least } = await viewAccount(ask);
    return { name: 'password', least };
  },
  acts: {
    change_password: ({ ask }, form) =>
      withPassword(form, async () => {
        const { password: old, new_password, new_password_again } = form;
        if (new_password !== new_password_again) return { problem: { kind: 'new_passwords_differ' } };
        const answer = await ask(accountCalls.changePassword, { 'auth.pass': old, new_password });
        if (!answer.ok) return problemOf(answer);
        return { notice: { kind: 'password_changed', count: answer.data.ended } };
      }),
  },
});
