import {
  createLatchkey,
  createMemoryStore,
  type DeviceLogin,
  type Latchkey,
  type LoginInput,
  type Session,
  type Settings,
} from '@latchkey/client';
import type { Urls } from '../../infra/local/environment.ts';
import { approve, demo, type Person } from '../../infra/local/person.ts';

export { approve };
export const clientId = demo.cli.client_id;
export const confidential = { clientId: demo.rp.client_id, clientSecret: demo.rp.client_secret };
export const scope = 'openid profile email offline_access';

/** A relying party of the stack under test, wherever that stack is. */
export function createRelyingParty(urls: Urls, more: Partial<Settings> = {}) {
  return createLatchkey({ ...urls, clientId, allowHttp: true, ...more });
}

/** The end of a login whose person has decided; pending where nothing was decided after all. */
export async function pickUp(latchkey: Latchkey, login: DeviceLogin): Promise<DeviceLogin> {
  let record = latchkey.continueDeviceLogin(login);
  for await (record of latchkey.followDeviceLogin(record)) if (record.status === 'pending') break;
  return record;
}

export interface Wishes extends LoginInput {
  readonly person?: Person;
}

/** A login that a person has approved and that this process has picked up. */
export async function signIn(urls: Urls, more: Partial<Settings> = {}, { person, ...input }: Wishes = {}) {
  const latchkey = createRelyingParty(urls, more);
  const login = await latchkey.startDeviceLogin({ scope, ...input });
  await approve(urls, login, person);
  return { latchkey, login: await pickUp(latchkey, login) };
}

/** The same as a session, which ends with the test. */
export async function openDevice(urls: Urls, more?: Partial<Settings>, wishes?: Wishes): Promise<Session> {
  const { latchkey, login } = await signIn(urls, more, wishes);
  return latchkey.openSession(createMemoryStore(), login);
}
