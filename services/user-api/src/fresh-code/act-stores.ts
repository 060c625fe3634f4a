import type { AccountStore } from '../account/account-store.ts';
import type { ApiStore } from '../api/api.ts';
import type { ClientSecretStore, ClientStore } from '../client/client.ts';
import type { ConnectionStore } from '../connection/connection.ts';
import type { LinkStore } from '../link/link-store.ts';
import type { InvitationStore } from '../org/invitation.ts';
import type { OrgStore } from '../org/org.ts';

/** What an operator's act that lasts is written with. */
export interface ActStores {
  readonly accounts: AccountStore;
  readonly apis: ApiStore;
  readonly clients: ClientStore;
  readonly clientSecrets: ClientSecretStore;
  readonly connections: ConnectionStore;
  readonly invitations: InvitationStore;
  readonly links: LinkStore;
  readonly orgs: OrgStore;
}

/**
 * Spends a time step of an account's one-time codes and does an act, in one transaction. Nothing is spent when the act
 * throws, or answers false or undefined since it changed nothing. Throws invalid_credentials for a step that is spent.
 */
export type WithSpentCode = <Result>(
  code: { readonly userId: string; readonly step: number },
  act: (stores: ActStores) => Promise<Result>,
) => Promise<Result>;
