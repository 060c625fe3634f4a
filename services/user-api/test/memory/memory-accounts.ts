import type { Account, AccountStore, Membership } from '../../src/account/account.ts';

export interface MemoryAccounts extends AccountStore {
  add(account: Account, memberships?: readonly Membership[]): void;
}

/** The memory twin of the account store. */
export function createMemoryAccounts(): MemoryAccounts {
  const accounts = new Map<string, Account>();
  const memberships = new Map<string, Membership[]>();
  const lastSteps = new Map<string, number>();
  return {
    add(account, ofUser = []) {
      accounts.set(account.id, account);
      memberships.set(account.id, [...ofUser]);
    },
    findById: (userId) => Promise.resolve(accounts.get(userId.toLowerCase())),
    findByEmail: (email) => Promise.resolve([...accounts.values()].find((one) => one.email === email)),
    listMemberships: (userId) => Promise.resolve(memberships.get(userId) ?? []),
    spendTotpStep(userId, step) {
      if (!accounts.has(userId) || (lastSteps.get(userId) ?? -1) >= step) return Promise.resolve(false);
      lastSteps.set(userId, step);
      return Promise.resolve(true);
    },
    replacePasswordHash(userId, oldHash, newHash) {
      const account = accounts.get(userId);
      if (account?.passwordHash === oldHash) accounts.set(userId, { ...account, passwordHash: newHash });
      return Promise.resolve();
    },
  };
}
