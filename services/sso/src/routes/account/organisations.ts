import { accountCalls } from '@latchkey/contracts';
import type { Notice } from '../../people/page/account/account-view.ts';
import { renderOrganisations } from '../../people/page/account/render-organisations.ts';
import { defineAccountPage } from './account-page.ts';
import { endedBefore, problemOf, type Act } from './act.ts';
import { dataOf, listPage, pageSize } from './read-account.ts';

/** Accepts or declines an invitation. One that is not open any more had ended before. */
function answerInvitation(
  to: typeof accountCalls.acceptInvitation | typeof accountCalls.declineInvitation,
  kind: Notice['kind'],
): Act<'organisations'> {
  return async ({ ask }, { id }) => {
    const answer = await ask(to, { invite: id });
    if (answer.ok) return { notice: { kind } };
    return answer.code === 'not_found' ? endedBefore : problemOf(answer);
  };
}

/** The orgs of the person, and the invitations to others. */
export const organisations = defineAccountPage({
  name: 'organisations',
  render: renderOrganisations,
  async load({ ask }, query) {
    const [{ page, isLater }, open] = await Promise.all([
      listPage(ask, accountCalls.searchOrgs, {}, query),
      ask(accountCalls.searchInvitations, { limit: pageSize }),
    ]);
    return { name: 'organisations', ...page, isLater, invitations: dataOf(open).items };
  },
  acts: {
    async leave_org({ ask }, { id }) {
      const answer = await ask(accountCalls.leaveOrg, { org: id });
      if (answer.ok) return { notice: { kind: 'org_left' } };
      if (answer.code === 'not_found') return endedBefore;
      return answer.code === 'state_conflict' ? { problem: { kind: 'last_owner' } } : problemOf(answer);
    },
    accept_invitation: answerInvitation(accountCalls.acceptInvitation, 'invitation_accepted'),
    decline_invitation: answerInvitation(accountCalls.declineInvitation, 'invitation_declined'),
  },
});
