import type { Urls } from '../infra/local/relying-party.ts';
import { startStack } from '../infra/local/stack.ts';

export interface OpenStack {
  readonly urls: Urls;
  stop(): Promise<void>;
}

/**
 * The services under test: those that SSO_URL, USER_API_URL and DROP_URL name, else three processes started here on
 * free ports, with databases of their own.
 */
export async function openStack(): Promise<OpenStack> {
  const { SSO_URL: sso, USER_API_URL: userApi, DROP_URL: drop } = process.env;
  if (sso && userApi && drop) return { urls: { sso, userApi, drop }, stop: () => Promise.resolve() };
  return startStack();
}
