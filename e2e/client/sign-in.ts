import { createLatchkey, type DeviceLogin, type Settings } from '@latchkey/client';
import { decide, demo, type Urls } from '../../infra/local/relying-party.ts';

export const clientId = demo.cli.client_id;

/** A relying party of the stack under test. */
export function createRelyingParty(urls: Urls, more: Partial<Settings> = {}) {
  return createLatchkey({ ...urls, clientId, ...more });
}

export async function approve(urls: Urls, { userCode }: Pick<DeviceLogin, 'userCode'>): Promise<void> {
  const { status, body } = await decide(urls, userCode, 'approve');
  if (status !== 200) throw new Error(`the page answered ${status}: ${JSON.stringify(body)}`);
}

/** A login that the demo person has approved and that this process has picked up. */
export async function signIn(urls: Urls, more: Partial<Settings> = {}) {
  const latchkey = createRelyingParty(urls, more);
  let login = await latchkey.startDeviceLogin({ scope: 'openid profile offline_access' });
  await approve(urls, login);
  for await (login of latchkey.followDeviceLogin(latchkey.continueDeviceLogin(login)));
  return { latchkey, login };
}
