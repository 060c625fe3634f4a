import { createRootToken, hashRootToken } from './root-token.ts';
import { childIdleSeconds, rootLifeSeconds, type NewSession, type Session } from './session.ts';

export interface SessionPorts {
  /** Milliseconds since the epoch. */
  now(): number;
  newId(): string;
  randomBytes(size: number): Uint8Array;
}

/** What a sign-in has found out about who is there. */
export type SessionFacts = Omit<Session, 'id' | 'kind' | 'rootId' | 'createdAt' | 'lastSeenAt' | 'expiresAt'>;

/** A new root session and the only copy of its token. */
export function createRootSession(
  ports: SessionPorts,
  facts: SessionFacts,
): { session: NewSession; token: string } {
  const token = createRootToken((size) => ports.randomBytes(size));
  const createdAt = new Date(ports.now());
  const session: NewSession = {
    ...facts,
    id: ports.newId(),
    kind: 'root',
    rootId: null,
    tokenHash: hashRootToken(token),
    createdAt,
    lastSeenAt: createdAt,
    expiresAt: new Date(ports.now() + rootLifeSeconds * 1000),
  };
  return { session, token };
}

/** A new child of `root` for one client. */
export function createChildSession(
  ports: SessionPorts,
  root: Pick<NewSession, 'id' | 'expiresAt'>,
  facts: SessionFacts,
): NewSession {
  const createdAt = new Date(ports.now());
  return {
    ...facts,
    id: ports.newId(),
    kind: 'client',
    rootId: root.id,
    tokenHash: null,
    createdAt,
    lastSeenAt: createdAt,
    expiresAt: root.expiresAt,
  };
}

/** When a child ends if it is not used: what a caller is told. */
export function idleEndOf(session: Pick<Session, 'lastSeenAt' | 'expiresAt'>): Date {
  const idleEnd = session.lastSeenAt.getTime() + childIdleSeconds * 1000;
  return new Date(Math.min(idleEnd, session.expiresAt.getTime()));
}
