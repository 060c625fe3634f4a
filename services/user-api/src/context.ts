import type { Attempts } from '@latchkey/attempts';
import type { OnceMemory } from '@latchkey/database';
import type { Theme } from '@latchkey/pages';
import type { CursorSealer } from '@latchkey/pagination';
import type { ServiceCaller, Shares } from '@latchkey/secrets';
import type { AccessTokenClaims, DpopNonces, RelayClaims } from '@latchkey/tokens';
import type { AccountStore } from './accounts/account-store.ts';
import type { OutcomeStore } from './accounts/outcome.ts';
import type { PasskeyStore } from './accounts/passkey.ts';
import type { ApiStore } from './clients/api.ts';
import type { ClientSecretStore, ClientStore } from './clients/client.ts';
import type { ConnectionLimits } from './clients/connection-limits.ts';
import type { ConnectionStore } from './clients/connection.ts';
import type { CredentialStore } from './clients/credential.ts';
import type { ServiceAddresses } from './clients/make-client.ts';
import type { LinkStore } from './people/links/link-store.ts';
import type { LinkTokens } from './people/mail/link-token.ts';
import type { MailStore } from './people/mail/mail-store.ts';
import type { InvitationStore } from './people/orgs/invitation.ts';
import type { OrgStore } from './people/orgs/org.ts';
import type { ExportStore } from './people/own-account/export-account.ts';
import type { OwnAccountStore } from './people/own-account/own-account.ts';
import type { SubscriptionStore } from './people/signals/subscription.ts';
import type { RequestLogStore } from './request-log/request-log.ts';
import type { SessionStore } from './sessions/session-store.ts';
import type { Tombstones } from './sessions/session.ts';
import type { DropClient } from './sibling/drop.ts';
import type { FamilyView, SsoClient } from './sibling/sso.ts';
import type { WithSpentCode } from './signing-in/act-freshly.ts';
import type { CounterOf } from './signing-in/attempt/counters.ts';
import type { DigestOf } from './signing-in/attempt/find-outcome.ts';
import type { KnownDeviceStore } from './signing-in/attempt/known-device.ts';
import type { ReturnedPayloads } from './signing-in/attempt/returned-payload.ts';
import type { Passwords } from './signing-in/password/passwords.ts';
import type { TextSealer } from './signing-in/totp/text-sealer.ts';
import type { TokenBackingStore } from './tokens/token-backing.ts';

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
  readonly passkeys: PasskeyStore;
  readonly subscriptions: SubscriptionStore;
}

export interface UserApiStores extends ActStores {
  readonly credentials: CredentialStore;
  readonly mails: MailStore;
  readonly devices: KnownDeviceStore;
  readonly exports: ExportStore;
  readonly ownAccounts: OwnAccountStore;
  readonly requestLog: RequestLogStore;
  readonly sessions: SessionStore;
  readonly tokenBackings: TokenBackingStore;
  readonly onceMemory: OnceMemory;
  readonly returnedPayloads: ReturnedPayloads;
  readonly outcomes: OutcomeStore;
  readonly attempts: Attempts;
  readonly tombstones: Tombstones;
  readonly withSpentCode: WithSpentCode<ActStores>;
}

export interface UserApiContext extends UserApiStores {
  now(): number;
  newId(): string;
  randomBytes(size: number): Uint8Array;
  readonly publicUrl: string;
  /** That address and drop's: the audiences that anybody may list. */
  readonly services: ServiceAddresses;
  readonly serviceCallers: readonly ServiceCaller[];

  readonly sso: SsoClient;
  readonly drop: DropClient;
  /** Live refresh families of sso, remembered for a few seconds. */
  readonly families: {
    find(familyId: string, token: string, traceparent: string): Promise<FamilyView | undefined>;
  };
  vouchFor(token: string, traceparent: string): Promise<boolean>;
  /** Reports to the operators that sso could not be notified. */
  onNotifyFailed(error: unknown): void;

  verifyAccessToken(token: string): Promise<AccessTokenClaims>;
  assertKeysAtHand(): Promise<void>;
  verifyRelay(jws: string): Promise<RelayClaims>;
  readonly nonces: DpopNonces;
  readonly counterOf: CounterOf;
  readonly digestOf: DigestOf;
  onPayloadLost(error: unknown): void;
  /** Counts sign-ins by how they were made, as the log names it. */
  onSignedIn(method: string): void;
  /** Counts accounts whose budget of wrong passwords is used up. */
  onAccountLocked(): void;
  pause(this: void, milliseconds: number): Promise<unknown>;
  onClientRefused(clientId: string, isFirst: boolean): void;
  /** Passes attempts that wait for a slot of their place, as many as may wait at a time. */
  readonly placeQueue: Shares;
  readonly mostClientsOfOwner: number;
  readonly connectionLimits: ConnectionLimits;
  readonly mostSessions: number;
  /** Writes of one principal a minute; 0 for no limit. */
  readonly writesPerMinute: number;
  readonly signInsPerMinute: number;
  readonly appTokensPerMinute: number;
  /** Open invitations of an org, and half as many made in a day; 0 is no limit. */
  readonly invitationLimit: number;
  /** Whether this installation sends mail. Without it nothing writes mails. */
  readonly sendsMail: boolean;
  readonly mailsPerHour: number;
  readonly linkTokens: LinkTokens;
  readonly ssoUrl: string;
  /** What the installation shows itself as. */
  readonly theme: Theme;
  /** The addresses of the three services, and the issuer. */
  readonly ownAddresses: readonly string[];
  networkOf(ip: string): string;
  readonly passwords: Passwords;
  readonly secrets: TextSealer;
  readonly cursors: CursorSealer;
}
