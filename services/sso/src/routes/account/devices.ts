import { accountCalls } from '@latchkey/contracts';
import { renderDevices } from '../../people/page/account/render-grants.ts';
import { defineAccountPage } from './account-page.ts';
import { endedBefore, endOne, problemOf } from './act.ts';
import { listPage } from './read-account.ts';

/** The devices and apps that act for the person. */
export const devices = defineAccountPage({
  name: 'devices',
  render: renderDevices,
  async load({ ask }, query) {
    const find = (status: string) => listPage(ask, accountCalls.searchDevices, { status }, query);
    const { page, isLater } = await find('active');
    if (isLater) return { name: 'devices', ...page, isLater };
    // An approval that a person did not want is ended here before its device picks it up. They are few, and brief.
    const { page: waiting } = await find('approved_waiting_pickup');
    return { name: 'devices', ...page, items: [...waiting.items, ...page.items], isLater };
  },
  acts: {
    end_device: ({ ask }, { id }) => endOne(ask(accountCalls.revokeDevice, { id }), { kind: 'device_ended' }),
    async end_app({ ask }, { client_id }) {
      const answer = await ask(accountCalls.revokeApp, { client_id });
      if (!answer.ok) return answer.code === 'not_found' ? endedBefore : problemOf(answer);
      const { revoked, ended } = answer.data;
      return revoked ? { notice: { kind: 'app_ended', count: ended } } : endedBefore;
    },
  },
});
