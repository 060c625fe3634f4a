import type { SigningKeys } from '@latchkey/tokens';
import type { DeviceHistory } from './device/device-history.ts';
import type { DeviceStore } from './device/device-store.ts';
import type { Outbox } from './event/event.ts';
import type { RelayStore } from './relay/relay-store.ts';
import type { CodeGuesses } from './sign-on/code-guesses.ts';
import type { PasswordCheck } from './sign-on/password-check.ts';
import type { TicketStore } from './sign-on/ticket.ts';
import type { UserApi } from './user-api/user-api.ts';

/** What handlers work with. Types only, so that a route test loads no driver. */
export interface SsoContext {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly settings: SsoSettings;
  readonly signingKeys: SigningKeys;
  readonly devices: DeviceStore;
  readonly history: DeviceHistory;
  readonly outbox: Outbox;
  readonly relays: RelayStore;
  readonly userApi: UserApi;
  readonly guesses: CodeGuesses;
  readonly tickets: TicketStore;
  readonly checkPassword: PasswordCheck;
}

/** Durations in seconds. */
export interface SsoSettings {
  /** Issuer of every token, byte-identical everywhere. */
  readonly issuer: string;
  /** Public address of this service, without a trailing slash. */
  readonly ssoUrl: string;
  /** Whether that address is https, so that cookies are `__Host-` ones and HSTS is sent. */
  readonly isHttps: boolean;
}
