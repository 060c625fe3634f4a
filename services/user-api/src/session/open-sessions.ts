import type { SignedIn } from '../sign-in/signed-in.ts';
import { createChildSession, createRootSession, type SessionPorts } from './create-session.ts';
import { mintSessionToken, type MintPorts, type SessionToken } from './mint-session-token.ts';
import type { NewSession } from './session.ts';
import { startSignedIn, type StartPorts } from './start-sessions.ts';

export interface OpenedSessions {
  readonly root: { readonly session: NewSession; readonly token: string };
  readonly session: NewSession;
  readonly token: SessionToken;
}

/** A root session, its first child, and the child's access token. Nothing is stored unless sso has signed. */
export async function openSessions(
  ports: SessionPorts & MintPorts & StartPorts,
  signedIn: SignedIn,
  traceparent: string,
): Promise<OpenedSessions> {
  const { account, member, payload, facts } = signedIn;
  const root = createRootSession(ports, facts);
  const session = createChildSession(ports, root.session, facts);
  const token = await mintSessionToken(ports, { account, member, session, payload }, traceparent);
  await startSignedIn(ports, signedIn, [root.session, session]);
  return { root, session, token };
}

/** A root session alone, which no token is signed for. */
export async function openRootSession(
  ports: SessionPorts & StartPorts,
  signedIn: SignedIn,
): Promise<OpenedSessions['root']> {
  const root = createRootSession(ports, signedIn.facts);
  await startSignedIn(ports, signedIn, [root.session]);
  return root;
}
