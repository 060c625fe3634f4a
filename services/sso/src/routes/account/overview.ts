import { accountCalls } from '@latchkey/contracts';
import { renderOverview } from '../../people/page/account/render-overview.ts';
import { defineAccountPage } from './account-page.ts';
import { problemOf } from './act.ts';
import { dataOf, pageSize, viewAccount } from './read-account.ts';

/** /account: who the person is, and what needs attention. */
export const overview = defineAccountPage({
  name: 'overview',
  render: renderOverview,
  async load({ ask }) {
    const [account, orgs, open] = await Promise.all([
      viewAccount(ask),
      ask(accountCalls.searchOrgs, { limit: pageSize }),
      ask(accountCalls.searchInvitations, { limit: pageSize }),
    ]);
    const { items, next_cursor: next } = dataOf(open);
    const invitations = { count: items.length, isMore: next !== null };
    return { name: 'overview', ...account, orgs: dataOf(orgs), invitations };
  },
  acts: {
    async ask_confirmation({ ask }) {
      const answer = await ask(accountCalls.requestConfirmation, {});
      if (!answer.ok) return problemOf(answer);
      return { notice: { kind: answer.data.mail === 'on' ? 'confirmation_requested' : 'mail_off' } };
    },
  },
});
