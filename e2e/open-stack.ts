import type { Urls } from '../infra/local/environment.ts';
import { mapServices, type ServiceName } from '../infra/local/service-list.ts';
import { shareStack } from '../infra/local/share-stack.ts';
import type { Stack } from '../infra/local/stack.ts';

export interface OpenStack {
  readonly urls: Urls;
  /** Of the processes that were started here. */
  readonly environments?: Stack['environments'];
  stop(): Promise<void>;
}

/** The addresses that SSO_URL, USER_API_URL and DROP_URL give; undefined where they give none. */
export function readAddresses(): Record<ServiceName, string | undefined> {
  return mapServices(({ urlVariable }) => process.env[urlVariable]?.replace(/\/+$/, '') || undefined);
}

/**
 * The services under test: those that SSO_URL, USER_API_URL and DROP_URL name, else the three that the test files share.
 * Where fewer than three are named, the rest have no address.
 */
export async function openStack(): Promise<OpenStack> {
  const { sso = '', 'user-api': userApi = '', drop = '' } = readAddresses();
  if (sso + userApi + drop === '') return shareStack();
  return { urls: { sso, userApi, drop }, stop: () => Promise.resolve() };
}
