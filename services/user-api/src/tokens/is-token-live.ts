import { isUuid } from '@latchkey/contracts';
import { findMembership } from '../accounts/account.ts';
import { isTokenVoid } from '../accounts/voiding.ts';
import type { ClientStore } from '../clients/client.ts';
import type { CredentialStore } from '../clients/credential.ts';
import { backs, type TokenBackingStore } from './token-backing.ts';

export interface TokenLivePorts {
  readonly tokenBackings: TokenBackingStore;
  readonly credentials: Pick<CredentialStore, 'findLive'>;
  readonly clients: Pick<ClientStore, 'find' | 'isClosed'>;
  now(): number;
}

/** The claims that say what a token depends on; `iat` in seconds. */
export interface TokenFacts {
  readonly sid: string;
  readonly sub: string;
  readonly token_use: 'user' | 'member' | 'app';
  readonly iat: number;
  readonly org?: string;
  readonly client_id?: string;
}

/**
 * Whether a token of this service is still backed: by a person's session, account and membership, or by an app's
 * credential, and by its client with the grant it came by. Source: contract part 0 "Scopes and rights".
 */
export async function isTokenLive(ports: TokenLivePorts, token: TokenFacts): Promise<boolean> {
  if (!isUuid(token.sid)) return false;
  return token.token_use === 'app' ? isIssueLive(ports, token) : isSessionLive(ports, token);
}

async function isIssueLive(ports: TokenLivePorts, { sid, sub }: TokenFacts): Promise<boolean> {
  const credential = await ports.credentials.findLive(sid, new Date(ports.now()));
  if (credential?.clientId !== sub) return false;
  const client = (await ports.clients.find(sub, new Date(ports.now())))?.client;
  const hasGrant = client?.grantTypes.includes('client_credentials') ?? false;
  return hasGrant && !(await ports.clients.isClosed(sub));
}

async function isSessionLive(ports: TokenLivePorts, token: TokenFacts): Promise<boolean> {
  const backing = await ports.tokenBackings.find(token, new Date(ports.now()));
  const { session, account, memberships } = backing;
  if (session?.userId !== token.sub || !backs(session, backing, token)) return false;
  if (account?.status !== 'active' || isTokenVoid(account, session, token)) return false;
  return token.token_use === 'user' || findMembership(memberships, token.org ?? '') !== undefined;
}
