import type { AccountStore } from '../accounts/account-store.ts';
import type { Factor } from '../accounts/factor.ts';
import type { ApiStore } from '../clients/api.ts';
import type { ClientSecretStore, ClientStore } from '../clients/client.ts';
import type { ConnectionStore } from '../clients/connection.ts';
import type { LinkStore } from '../people/links/link-store.ts';
import type { MailStore } from '../people/mail/mail-store.ts';
import type { InvitationStore } from '../people/orgs/invitation.ts';
import type { OrgStore } from '../people/orgs/org.ts';

/** What an act that a code allows is written with. */
export interface ActStores {
  readonly accounts: AccountStore;
  readonly apis: ApiStore;
  readonly clients: ClientStore;
  readonly clientSecrets: ClientSecretStore;
  readonly connections: ConnectionStore;
  readonly invitations: InvitationStore;
  readonly links: LinkStore;
  readonly mails: MailStore;
  readonly orgs: OrgStore;
}

/**
 * Spends what an account's person has shown and does an act, in one transaction; a recovery code has its row of the
 * request log then. Nothing is spent when the act throws, or answers false or undefined since it changed nothing. Throws
 * invalid_credentials for what is spent.
 */
export type WithSpentCode = <Result>(
  spent: { readonly userId: string; readonly factor: Factor },
  act: (stores: ActStores) => Promise<Result>,
) => Promise<Result>;
