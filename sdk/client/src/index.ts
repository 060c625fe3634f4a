export type { IntrospectionResponse, UserInfoResponse } from 'oauth4webapi';
export type { App, AppInput } from './app.ts';
export { judgeAddress } from './check-settings.ts';
export { exportAccount } from './calls/export-account.ts';
export { drop, userApi, type Call, type CallOptions, type UserApiData } from './calls/services.ts';
export { pages, type Page } from './calls/pages.ts';
export { askForDrop, fillDrop } from './drop-ask.ts';
export { makeDropLink, readDropLink, takeDropLink, trimDropKey, type DropLink } from './drop-link.ts';
export { createLatchkey, type Latchkey } from './latchkey.ts';
export { LatchkeyError, type EndReason, type FailureCode } from './latchkey-error.ts';
export type { DeviceLogin, FailureReason } from './login/device-login.ts';
export type { FollowOptions } from './login/follow.ts';
export type { AskNumber } from './login/number-prompt.ts';
export type { LoginInput } from './login/start.ts';
export type { Siblings } from './oauth/sso.ts';
export type { PrivateJwk } from './oauth/dpop-key.ts';
export type { KeptTokens, Tokens } from './oauth/tokens.ts';
export {
  type ActiveSession,
  createMemoryStore,
  type EndedSession,
  type SessionRecord,
  type SessionStore,
} from './session/session-store.ts';
export type { AccessTokenOptions, Session, SessionOptions, SessionState } from './session/session.ts';
export { isHttpAllowed, readPageAddress, type Clock, type Settings } from './settings.ts';
export { version } from './version.ts';
