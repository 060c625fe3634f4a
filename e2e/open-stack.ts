import type { Urls } from '../infra/local/environment.ts';
import { mapServices, type ServiceName } from '../infra/local/service-list.ts';
import { startStack } from '../infra/local/stack.ts';

export interface OpenStack {
  readonly urls: Urls;
  stop(): Promise<void>;
}

/** The addresses that SSO_URL, USER_API_URL and DROP_URL give; undefined where they give none. */
export function readAddresses(): Record<ServiceName, string | undefined> {
  return mapServices(({ urlVariable }) => process.env[urlVariable]?.replace(/\/+$/, '') || undefined);
}

/**
 * The services under test: those that SSO_URL, USER_API_URL and DROP_URL name, else three processes started here on
 * free ports, with databases of their own. Where fewer than three are named, the rest have no address.
 */
export async function openStack(): Promise<OpenStack> {
  const { sso = '', 'user-api': userApi = '', drop = '' } = readAddresses();
  if (sso + userApi + drop === '') return startStack();
  return { urls: { sso, userApi, drop }, stop: () => Promise.resolve() };
}
