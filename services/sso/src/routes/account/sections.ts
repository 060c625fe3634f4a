import { accountCalls, ownDropCalls, type Contract, type SentFields } from '@latchkey/contracts';
import type { ServiceAnswer } from '@latchkey/contracts/service-client';
import type { Section } from '../../page/account/account-view.ts';
import type { SectionName } from '../../page/account/section-names.ts';
import { noDrops } from '../../page/drops/drops-view.ts';
import type { SignedInVisit } from '../../sibling/account.ts';
import { unexpected } from '../../sibling/unexpected.ts';
import { chooseActivity, filtersOf, judge, type SectionQuery } from './activity.ts';
import { describeDrop, orDropDown, unreachableDrops } from './drop-section.ts';

/** Asks a sibling, user-api unless named otherwise, for the person of the page. */
export type Ask = <Called extends Contract>(
  to: Called,
  body: SentFields<Called['input']>,
) => Promise<ServiceAnswer<Called>>;

/** The siblings, asked for the person of the page. */
export interface Asks {
  readonly ask: Ask;
  readonly askDrop: Ask;
}

const pageSize = 20;

/** The data of an answer that the page cannot do without. */
export function dataOf<Called extends Contract>(answer: ServiceAnswer<Called>) {
  if (answer.ok) return answer.data;
  throw unexpected(answer, 'the account page');
}

/** A page of a search; a bad cursor leads to the first one. No type of its own says that every search takes a limit. */
async function listPage<Called extends Contract>(
  ask: Ask,
  to: Called,
  filters: object,
  { cursor }: SectionQuery,
) {
  const search = (more: object) =>
    ask(to, { limit: pageSize, ...filters, ...more } as unknown as SentFields<Called['input']>);
  const later = cursor === undefined || cursor === '' ? undefined : await search({ cursor });
  return later?.ok ? { page: later.data, isLater: true } : { page: dataOf(await search({})), isLater: false };
}

async function viewAccount(ask: Ask) {
  return dataOf(await ask(accountCalls.view, {}));
}

type Loader = (ask: Ask, query: SectionQuery, viewer: SignedInVisit, askDrop: Ask) => Promise<Section>;

/** What each section shows, as user-api answers it. */
export const sections: { readonly [Name in SectionName]: Loader } = {
  async overview(ask) {
    const [account, orgs, open] = await Promise.all([
      viewAccount(ask),
      ask(accountCalls.searchOrgs, { limit: pageSize }),
      ask(accountCalls.searchInvitations, { limit: pageSize }),
    ]);
    const { items, next_cursor: next } = dataOf(open);
    const invitations = { count: items.length, isMore: next !== null };
    return { name: 'overview', ...account, orgs: dataOf(orgs), invitations };
  },
  async devices(ask, query) {
    const find = (status: string) => listPage(ask, accountCalls.searchDevices, { status }, query);
    const { page, isLater } = await find('active');
    if (isLater) return { name: 'devices', ...page, isLater };
    // An approval that a person did not want is ended here before its device picks it up. They are few, and brief.
    const { page: waiting } = await find('approved_waiting_pickup');
    return { name: 'devices', ...page, items: [...waiting.items, ...page.items], isLater };
  },
  async browsers(ask, query) {
    const { page, isLater } = await listPage(ask, accountCalls.searchSessions, { status: 'active' }, query);
    return { name: 'browsers', ...page, isLater };
  },
  async activity(ask, query, viewer) {
    const shown = chooseActivity(query);
    const { page, isLater } = await listPage(ask, accountCalls.searchLog, filtersOf(shown), query);
    const items = page.items.map((item) => ({ ...item, ...judge(item, viewer) }));
    return { name: 'activity', ...page, items, isLater, shown };
  },
  async sign_in(ask) {
    const [{ mfa, recovery_codes_left, device_sign_in }, listed] = await Promise.all([
      viewAccount(ask),
      ask(accountCalls.listPasskeys, {}),
    ]);
    const passkeys = dataOf(listed).passkeys.length;
    return { name: 'sign_in', mfa, recovery_codes_left, device_sign_in, passkeys };
  },
  async email(ask) {
    const { mfa, email_change } = await viewAccount(ask);
    return { name: 'email', mfa, email_change };
  },
  async password(ask) {
    const { password_min_length: least } = await viewAccount(ask);
    return { name: 'password', least };
  },
  async one_time_codes(ask) {
    const { mfa } = await viewAccount(ask);
    return { name: 'one_time_codes', mfa, begun: null, recovery_codes: [] };
  },
  async recovery_codes(ask) {
    const { mfa, recovery_codes_left } = await viewAccount(ask);
    return { name: 'recovery_codes', mfa, recovery_codes_left, recovery_codes: [] };
  },
  async passkeys(ask) {
    return { name: 'passkeys', ...dataOf(await ask(accountCalls.listPasskeys, {})), begun: null };
  },
  async new_devices(ask) {
    const { device_sign_in } = await viewAccount(ask);
    return { name: 'new_devices', device_sign_in };
  },
  drops: (_ask, query, { session: { userId } }, askDrop) =>
    orDropDown(async () => {
      const { page, isLater } = await listPage(askDrop, ownDropCalls.list, {}, query);
      const items = page.items.map((drop) => describeDrop(drop, userId));
      return { ...noDrops, ...page, items, isLater };
    }, unreachableDrops),
  async organisations(ask, query) {
    const [{ page, isLater }, open] = await Promise.all([
      listPage(ask, accountCalls.searchOrgs, {}, query),
      ask(accountCalls.searchInvitations, { limit: pageSize }),
    ]);
    return { name: 'organisations', ...page, isLater, invitations: dataOf(open).items };
  },
  async my_data(ask) {
    const { user, locale } = await viewAccount(ask);
    return { name: 'my_data', user, locale };
  },
  async delete(ask) {
    const { mfa } = await viewAccount(ask);
    return { name: 'delete', mfa };
  },
};
