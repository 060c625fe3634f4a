import type { AccountFilters } from '../../src/account/account-list.ts';
import { findMembership, type Account, type Membership } from '../../src/account/account.ts';

/** Whether a list of accounts with these filters shows this one. */
export function fitsFilters(
  account: Account,
  memberships: readonly Membership[],
  createdAtMs: number,
  filters: AccountFilters,
): boolean {
  const { status, email, name, search = '', org, kind, hasTotp } = filters;
  const { createdFromMs = -Infinity, createdToMs = Infinity } = filters;
  const part = search.toLowerCase();
  return (
    (status === undefined || account.status === status) &&
    (email === undefined || account.email === email) &&
    (name === undefined || account.name === name) &&
    (kind === undefined || account.kind === kind) &&
    (hasTotp === undefined || (account.totpSecret !== null) === hasTotp) &&
    (org === undefined || findMembership(memberships, org) !== undefined) &&
    [account.email, account.name].some((text) => text.toLowerCase().includes(part)) &&
    createdAtMs >= createdFromMs &&
    createdAtMs < createdToMs
  );
}
