import type { CursorSealer } from '@latchkey/pagination';
import type { ClientSecretStore, ClientStore, CredentialStore } from './client/client.ts';
import type { VerifyConnectionPorts } from './client/verify-connection.ts';
import type { OrgStore } from './org/org.ts';
import type { EndSignInsPorts } from './session/end-sessions.ts';
import type { SessionStore, Tombstones } from './session/session.ts';
import type { SsoClient } from './sibling/sso.ts';
import type { SignInPorts } from './sign-in/ports.ts';
import type { AuthenticatePorts } from './token/authenticate.ts';

/** All that routes work with. Types only, so that a route test loads no driver. */
export interface UserApiContext
  extends SignInPorts, AuthenticatePorts, VerifyConnectionPorts, EndSignInsPorts {
  /** The current and the previous SERVICE_MASTER_KEY. */
  readonly serviceKeys: readonly (string | undefined)[];
  readonly sso: SsoClient;
  readonly clients: ClientStore;
  readonly clientSecrets: ClientSecretStore;
  readonly credentials: CredentialStore;
  readonly orgs: OrgStore;
  readonly sessions: SessionStore;
  readonly tombstones: Tombstones;
  readonly cursors: CursorSealer;
}
