import { accountCalls, ApiError, type Contract, type SentFields } from '@latchkey/contracts';
import type { ServiceAnswer } from '@latchkey/contracts/service-client';
import { errors } from '../../errors.ts';
import type { SectionName } from '../../page/account/account-messages.ts';
import type { Section } from '../../page/account/account-view.ts';
import { isSameNetwork } from '../../sign-in/device-policy.ts';

/** Asks user-api for the person of the page. */
export type Ask = <Called extends Contract>(
  to: Called,
  body: Omit<SentFields<Called['input']>, 'auth.token'>,
) => Promise<ServiceAnswer<Called>>;

/** What the address of a section may say. */
export interface SectionQuery {
  readonly cursor?: string | undefined;
  readonly outcome?: string | undefined;
}

const pageSize = 20;

/** The data of an answer that the page cannot do without. */
export function dataOf<Called extends Contract>(answer: ServiceAnswer<Called>) {
  if (answer.ok) return answer.data;
  throw new ApiError(errors.temporarilyUnavailable, {
    cause: new Error(`user-api refused the account page: ${answer.code}`),
  });
}

/** A page of a search; a cursor that is not good any more leads to the first one. */
async function listPage<Called extends Contract>(
  ask: Ask,
  to: Called,
  filters: object,
  { cursor }: SectionQuery,
) {
  const search = (more: object) =>
    ask(to, { limit: pageSize, ...filters, ...more } as unknown as Omit<
      SentFields<Called['input']>,
      'auth.token'
    >);
  const later = cursor === undefined || cursor === '' ? undefined : await search({ cursor });
  return later?.ok ? { page: later.data, isLater: true } : { page: dataOf(await search({})), isLater: false };
}

async function viewAccount(ask: Ask) {
  return dataOf(await ask(accountCalls.view, {}));
}

type Loader = (ask: Ask, query: SectionQuery) => Promise<Section>;

/** What each section shows, as user-api answers it. */
export const sections: { readonly [Name in SectionName]: Loader } = {
  async overview(ask) {
    return { name: 'overview', ...(await viewAccount(ask)) };
  },
  async devices(ask, query) {
    const { page, isLater } = await listPage(ask, accountCalls.searchDevices, { status: 'active' }, query);
    return { name: 'devices', ...page, isLater };
  },
  async browsers(ask, query) {
    const { page, isLater } = await listPage(ask, accountCalls.searchSessions, { status: 'active' }, query);
    return { name: 'browsers', ...page, isLater };
  },
  async activity(ask, query) {
    const onlyFailures = query.outcome === 'failure';
    const filters = onlyFailures ? { outcome: 'failure' } : {};
    const { page, isLater } = await listPage(ask, accountCalls.searchLog, filters, query);
    const items = page.items.map((item) => ({ ...item, isElsewhere: isElsewhere(item.details) }));
    return { name: 'activity', ...page, items, isLater, onlyFailures };
  },
  async sign_in(ask) {
    const { mfa, recovery_codes_left, device_sign_in } = await viewAccount(ask);
    return { name: 'sign_in', mfa, recovery_codes_left, device_sign_in, begun: null, recovery_codes: [] };
  },
  async organisations(ask, query) {
    const { page, isLater } = await listPage(ask, accountCalls.searchOrgs, {}, query);
    return { name: 'organisations', ...page, isLater };
  },
};

/** Whether a device was approved from another network than its own. */
function isElsewhere(details: Readonly<Record<string, unknown>> | null): boolean {
  const { request_ip: device, browser_ip: browser } = details ?? {};
  return (
    typeof device === 'string' && typeof browser === 'string' && isSameNetwork(device, browser) === false
  );
}
