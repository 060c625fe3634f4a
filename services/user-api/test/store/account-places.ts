import { useTestDatabase } from '@latchkey/testing';
import type { AccountStore } from '../../src/account/account-store.ts';
import type { Account, Membership } from '../../src/account/account.ts';
import { createAccountStore } from '../../src/store/account-store.ts';
import { createDatabase, type Database } from '../../src/store/database.ts';
import { createMemoryAccountStores } from '../memory/memory-account-stores.ts';
import { insertAccount } from './rows.ts';

interface AccountPlace {
  readonly store: AccountStore;
  add(account: Account, memberships?: readonly Membership[]): Promise<void>;
}

/** The account store in memory and in PostgreSQL, for a suite that both must pass, and the latter's database. */
export function useAccountPlaces() {
  const database: () => Database = useTestDatabase('user-api', createDatabase);
  const places: [string, () => AccountPlace][] = [
    [
      'in memory',
      () => {
        const { accounts: store } = createMemoryAccountStores();
        return { store, add: async (account, memberships) => store.add(account, memberships) };
      },
    ],
    [
      'in Postgres',
      () => ({
        store: createAccountStore(database()),
        add: (account, memberships) => insertAccount(database(), account, memberships),
      }),
    ],
  ];
  return { database, places };
}
