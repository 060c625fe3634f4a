import { accountCalls } from '@latchkey/contracts';
import { renderEmail } from '../../people/page/account/render-email.ts';
import { defineAccountPage } from './account-page.ts';
import { problemOf, shownIn } from './act.ts';
import { viewAccount } from './read-account.ts';

export const email = defineAccountPage({
  name: 'email',
  render: renderEmail,
  async load({ ask }) {
    const { mfa, email_change } = await viewAccount(ask);
    return { name: 'email', mfa, email_change };
  },
  acts: {
    async change_email({ ask }, form) {
      const { email: typed, password } = form;
      if (password === '') return { problem: { kind: 'password_missing', email: typed } };
      const answer = await ask(accountCalls.changeEmail, { email: typed, ...shownIn(form) });
      if (!answer.ok) return { problem: { ...problemOf(answer).problem, email: typed } };
      return { notice: { kind: answer.data.mail === 'on' ? 'email_requested' : 'mail_off' } };
    },
  },
});
