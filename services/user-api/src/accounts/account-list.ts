import type { Period } from '@latchkey/pagination';
import type { Account } from './account.ts';

export interface ListedAccount extends Pick<Account, 'id' | 'email' | 'name' | 'kind' | 'status'> {
  readonly hasTotp: boolean;
  /** How many active orgs it is an active member of. */
  readonly orgCount: number;
  readonly lastLoginAt: Date | null;
  readonly createdAt: Date;
}

export interface AccountFilters extends Period {
  readonly status?: Account['status'] | undefined;
  /** Exact, as foldEmail spells it. */
  readonly email?: string | undefined;
  /** Exact. */
  readonly name?: string | undefined;
  /** A literal part of the email or the name, in any case. */
  readonly search?: string | undefined;
  /** Id or slug of an org that it is an active member of. */
  readonly org?: string | undefined;
  readonly kind?: Account['kind'] | undefined;
  readonly hasTotp?: boolean | undefined;
}
