import { useTestDatabase } from '@latchkey/testing';
import type { Account, Membership } from '../../src/accounts/account.ts';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createDatabase, type Database } from '../../src/store/database.ts';
import { insertAccount } from './rows.ts';

/** The database of a test file, and the account store on it with what adds an account. */
export function useAccountStore() {
  const database: () => Database = useTestDatabase('user-api', createDatabase);
  const makePlace = () => ({
    store: createAccountStore(database()),
    add: (account: Account, memberships?: readonly Membership[]) =>
      insertAccount(database(), account, memberships),
  });
  return { database, makePlace };
}
