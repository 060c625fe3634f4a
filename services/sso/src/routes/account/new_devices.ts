import { accountCalls } from '@latchkey/contracts';
import { renderNewDevices } from '../../people/page/account/render-sign-in.ts';
import { defineAccountPage } from './account-page.ts';
import { problemOf, shownIn, type Act } from './act.ts';
import { viewAccount } from './read-account.ts';

function switchDevices(state: 'on' | 'off'): Act<'new_devices'> {
  return async ({ ask }, { password }) => {
    const body = { ...shownIn({ password, code: '' }), device_sign_in: state };
    const answer = await ask(accountCalls.changeDeviceSignIn, body);
    return answer.ok ? { notice: { kind: `devices_${state}` } } : problemOf(answer);
  };
}

export const newDevices = defineAccountPage({
  name: 'new_devices',
  render: renderNewDevices,
  async load({ ask }) {
    const { device_sign_in } = await viewAccount(ask);
    return { name: 'new_devices', device_sign_in };
  },
  acts: { allow_devices: switchDevices('on'), stop_devices: switchDevices('off') },
});
