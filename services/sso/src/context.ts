import type { Attempts, Budget } from '@latchkey/attempts';
import type { DevicePolicy } from '@latchkey/contracts';
import type { OnceMemory } from '@latchkey/database';
import type { Skin } from '@latchkey/pages';
import type { ServiceCaller } from '@latchkey/secrets';
import type { AccessTokenClaims, DpopNonces, SigningKeys } from '@latchkey/tokens';
import type { LogEvents, Outbox } from './event/event.ts';
import type { ClientAuthMatch } from './oauth/client/authenticate-client.ts';
import type { ApprovedDevices } from './oauth/consent/approved-devices.ts';
import type { Consents } from './oauth/consent/consents.ts';
import type { ConfirmationRule } from './oauth/device/confirmation.ts';
import type { DeviceHistory } from './oauth/device/device-history.ts';
import type { DeviceStore } from './oauth/device/device-store.ts';
import type { Bounds } from './oauth/device/start-device-authorization.ts';
import type { FamilyStore } from './oauth/family/family-store.ts';
import type { RotationLimit } from './oauth/family/rotation-limit.ts';
import type { AnswerSealer } from './oauth/family/seal-answer.ts';
import type { RelayStore } from './oauth/relay/mint-relay.ts';
import type { PlaceRule } from './oauth/token/place-rule.ts';
import type { OperatorMfa } from './oauth/token/rights.ts';
import type { ReadHint } from './people/authorize/id-token-hint.ts';
import type { PowerStore } from './people/console/power.ts';
import type { SignUp } from './people/sign-in/door-link.ts';
import type { CredentialSealer } from './people/sign-in/sealed-credentials.ts';
import type { TicketStore } from './people/sign-in/ticket.ts';
import type { AskAccount, OpenExport } from './sibling/account.ts';
import type { AskDoor } from './sibling/door.ts';
import type { StoreDeadDrop } from './sibling/drop.ts';
import type { Siblings } from './sibling/operator.ts';
import type { PasskeyCheck } from './sibling/passkey-check.ts';
import type { PasswordCheck } from './sibling/password-check.ts';
import type { UserApi } from './sibling/user-api.ts';

/** What PostgreSQL and Redis hold. */
export interface SsoStores {
  readonly devices: DeviceStore;
  readonly history: DeviceHistory;
  readonly families: FamilyStore;
  readonly approvedDevices: ApprovedDevices;
  readonly consents: Consents;
  readonly outbox: Outbox;
  readonly logEvents: LogEvents;
  /** Seconds since the oldest event was made that the request log of user-api has not got; 0 without one. */
  readonly findLogLag: () => Promise<number>;
  readonly relays: RelayStore;
  /** DPoP proofs that were presented, for as long as they could be used again. */
  readonly proofs: OnceMemory;
  /** Counts clients' requests and look-ups of user codes. */
  readonly attempts: Attempts;
  readonly tickets: TicketStore;
  /** The operators' power at the console. */
  readonly powers: PowerStore;
  /** The forms of the console that were sent. */
  readonly forms: OnceMemory;
}

export interface SsoContext extends SsoStores {
  readonly now: () => number;
  readonly newId: () => string;
  readonly randomBytes: (size: number) => Buffer;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly settings: SsoSettings;
  readonly serviceCallers: readonly ServiceCaller[];
  readonly signingKeys: SigningKeys;
  /** Answers the claims of an access token that sso signed, whoever it is for. Throws an ApiError for any other text. */
  readonly verifyAccessToken: (token: string) => Promise<AccessTokenClaims>;
  readonly storeDeadDrop: StoreDeadDrop;
  /** Nonces for DPoP proofs of callers whose clock is off. */
  readonly nonces: DpopNonces;
  readonly readHint: ReadHint;
  /** Counts the steps of sign-ins to apps. */
  readonly countSignIn: (step: SignInStep) => void;
  readonly checkPassword: PasswordCheck;
  readonly checkPasskey: PasskeyCheck;
  readonly credentials: CredentialSealer;
  readonly answers: AnswerSealer;
  readonly userApi: UserApi;
  readonly askAccount: AskAccount;
  /** Asks drop, as {@link SsoContext.askAccount} asks user-api. */
  readonly askDrop: AskAccount;
  readonly openExport: OpenExport;
  readonly askDoor: AskDoor;
  /** Calls the siblings with what is in the body: the console does so with a token for each call. */
  readonly siblings: Siblings;
}

/** Of a sign-in to an app: begun, its person asked, allowed then or before, its code redeemed. */
type SignInStep = 'started' | 'asked' | 'allowed' | 'allowed_before' | 'redeemed';

/** Durations in seconds. */
export interface SsoSettings {
  /** Issuer of every token, byte-identical everywhere. */
  readonly issuer: string;
  /** Public address of this service, without a trailing slash. */
  readonly ssoUrl: string;
  /** Public address of user-api, and audience of its tokens. */
  readonly userApiUrl: string;
  /** Public address of drop, and audience of its tokens. */
  readonly dropUrl: string;
  /** Who makes an account on the pages. */
  readonly signUp: SignUp;
  /** Where vulnerabilities are reported; undefined without such a place. */
  readonly securityContact: string | undefined;
  /** What audiences are called on the approval page, by address without a slash at its end. */
  readonly audienceNames: ReadonlyMap<string, string>;
  /** The host that passkeys are for; undefined where ssoUrl has an address, and so no passkeys. */
  readonly passkeyRpId: string | undefined;
  readonly isHttps: boolean;
  /** How the pages look, and what the installation calls itself. */
  readonly skin: Skin;
  readonly clientAuthMatch: ClientAuthMatch;
  readonly deviceCodeTtl: Bounds;
  readonly pollInterval: Bounds;
  /** The least policy for all clients. */
  readonly leastDevicePolicy: DevicePolicy;
  /** Which requests wait for a number after their approval. */
  readonly confirmation: ConfirmationRule;
  /** Approvals of each account; the limit 0 means no limit. */
  readonly approvals: Budget;
  /** Whose family a redeemed device code presented again revokes. */
  readonly replayRevokes: 'public' | 'always' | 'never';
  /** Whether the scope admin needs a one-time code. */
  readonly operatorMfa: OperatorMfa;
  /** Whether operators have the console. */
  readonly hasConsole: boolean;
  /** Whether a browser may have an operator's power, by its address. */
  readonly isOperatorPlace: (address: string) => boolean;
  /** Whether a device may have the scope admin, by where it is, is approved and picks up. */
  readonly refusePlace: PlaceRule;
  readonly accessTokenTtlSeconds: number;
  readonly refreshIdleTtlSeconds: number;
  /** The most live families of a person, operators excepted; 0 for no limit. */
  readonly mostFamilies: number;
  readonly refreshAbsoluteTtlSeconds: number;
  /** How long a superseded refresh token gets its answer again; 0 for never. */
  readonly refreshGraceSeconds: number;
  /** Rotations of one refresh family. */
  readonly refreshRotations: RotationLimit;
  /** Requests to /device_authorization and /relay, for each client and network. */
  readonly clientRequests: Budget;
  readonly networkRequests: Budget;
  /** Starts at /authorize, for each client and network. */
  readonly authorizeRequests: Budget;
  /** Device authorizations of each client, over all networks; the limit 0 means no limit. */
  readonly clientTotalRequests: Budget;
  /** Look-ups of user codes that do not work, for each network and each browser. */
  readonly codeGuesses: Budget;
}
