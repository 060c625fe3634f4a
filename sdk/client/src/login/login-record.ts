import type { KeptTokens } from '../oauth/tokens.ts';
import type { DeviceLogin, FailureReason } from './device-login.ts';

/**
 * A login in a browser of this machine, as plain JSON. It cannot be followed by another process, since the address that
 * the browser leads back to ends with the one that listens there: a record that is still pending then has failed.
 */
export interface BrowserLogin {
  readonly status: 'pending' | 'redeemed' | 'expired' | 'failed';
  /** Of a failed login; `interrupted`: its process ended, or was made to stop. */
  readonly reason?: FailureReason | 'interrupted' | (string & {});
  /** Of a failed login: the sentence of the service, where it sent one. Others wrote it. */
  readonly said?: string;
  /** The page to open, in a browser of this machine. */
  readonly authorizationUrl: string;
  readonly expiresInSeconds: number;
  readonly expiresAtMs: number;
  /** Of a redeemed login; with what refreshes them where offline_access was granted. */
  readonly tokens?: KeptTokens;
}

/** A login by either road. */
export type Login = DeviceLogin | BrowserLogin;

/** Whether a login goes through a browser of this machine, and not by a code. */
export const isBrowserLogin = (login: Login): login is BrowserLogin => 'authorizationUrl' in login;
