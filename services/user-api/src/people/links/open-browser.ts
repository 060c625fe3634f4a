import { ssoClientId } from '@latchkey/tokens';
import type { Origin } from '../../request-log/request-log.ts';
import { createRootSession, type SessionPorts } from '../../sessions/open-sessions.ts';
import type { NewSession } from '../../sessions/session-store.ts';
import { hashDevice } from '../../signing-in/attempt/known-device.ts';
import { networkPlace, type PlacePorts } from '../../signing-in/attempt/place.ts';

export interface BrowserPorts extends SessionPorts, PlacePorts {}

/** A browser that the person of a link is signed in with. */
export interface Browser {
  readonly session: NewSession;
  /** The only copy of the session's token. */
  readonly token: string;
  /** Undefined where nobody can tell it from others. */
  readonly deviceHash: string | undefined;
}

/** A root session as sso's page opens one: of sso itself, bound to nothing. The act of the link stores it. */
export function openBrowser(
  ports: BrowserPorts,
  { userId, amr }: { readonly userId: string; readonly amr: readonly string[] },
  { ip, userAgent }: Pick<Origin, 'ip' | 'userAgent'>,
): Browser {
  const opened = createRootSession(ports, {
    userId,
    orgId: null,
    clientId: ssoClientId,
    amr: [...amr],
    authTime: new Date(ports.now()),
    jkt: null,
    fingerprint: null,
    ip,
    userAgent,
    tokensValidAfter: null,
  });
  return { ...opened, deviceHash: deviceOf(ports, { ip, userAgent }) };
}

export function deviceOf(
  ports: PlacePorts,
  { ip, userAgent }: Pick<Origin, 'ip' | 'userAgent'>,
): string | undefined {
  return hashDevice(networkPlace(ports, ip), { userAgent });
}
