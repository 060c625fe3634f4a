import { ApiError } from '@latchkey/errors';
import { errors } from '../errors.ts';
import type { SignedIn } from '../sign-in/signed-in.ts';
import { createChildSession, createRootSession, type SessionPorts } from './create-session.ts';
import { mintSessionToken, type MintPorts, type SessionToken } from './mint-session-token.ts';
import type { NewSession, SessionStore } from './session.ts';

export interface OpenedSessions {
  readonly root: { readonly session: NewSession; readonly token: string };
  readonly session: NewSession;
  readonly token: SessionToken;
}

interface OpenPorts extends SessionPorts {
  readonly sessions: Pick<SessionStore, 'start'>;
}

/**
 * A root session, its first child, and the child's access token. Nothing is stored unless sso has signed. Throws
 * invalid_credentials when the sign-in was overtaken by what ends such sessions.
 */
export async function openSessions(
  ports: OpenPorts & MintPorts,
  signedIn: SignedIn,
  traceparent: string,
): Promise<OpenedSessions> {
  const { account, member, payload, facts } = signedIn;
  const root = createRootSession(ports, facts);
  const session = createChildSession(ports, root.session, facts);
  const token = await mintSessionToken(ports, { account, member, session, payload }, traceparent);
  await start(ports, signedIn, [root.session, session]);
  return { root, session, token };
}

/** A root session alone, which no token is signed for; throws as {@link openSessions}. */
export async function openRootSession(ports: OpenPorts, signedIn: SignedIn): Promise<OpenedSessions['root']> {
  const root = createRootSession(ports, signedIn.facts);
  await start(ports, signedIn, [root.session]);
  return root;
}

async function start(
  ports: OpenPorts,
  { account, facts, row }: SignedIn,
  sessions: NewSession[],
): Promise<void> {
  if (!(await ports.sessions.start(sessions, { account, orgId: facts.orgId, row })))
    throw new ApiError(errors.credentialsInvalid);
}
