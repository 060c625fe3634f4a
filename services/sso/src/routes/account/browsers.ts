import { accountCalls } from '@latchkey/contracts';
import { renderBrowsers } from '../../people/page/account/render-grants.ts';
import { defineAccountPage } from './account-page.ts';
import { endOne } from './act.ts';
import { dataOf, listPage } from './read-account.ts';

/** The sign-ins of the person. */
export const browsers = defineAccountPage({
  name: 'browsers',
  render: renderBrowsers,
  async load({ ask }, query) {
    const { page, isLater } = await listPage(ask, accountCalls.searchSessions, { status: 'active' }, query);
    return { name: 'browsers', ...page, isLater };
  },
  acts: {
    end_session: ({ ask }, { id }) =>
      endOne(ask(accountCalls.revokeSession, { session_id: id }), { kind: 'session_ended' }),
    async end_others({ ask }) {
      const { ended } = dataOf(await ask(accountCalls.revokeOtherSessions, {}));
      return { notice: { kind: 'others_ended', count: ended } };
    },
  },
});
