import { findMembership, isTokenVoid, isUuid, type AccountStore } from '../account/account.ts';
import type { ClientStore } from '../client/client.ts';
import type { CredentialStore } from '../credential/credential.ts';
import type { SessionStore, Tombstones } from '../session/session.ts';

export interface TokenLivePorts {
  readonly accounts: Pick<AccountStore, 'findById' | 'listMemberships'>;
  readonly sessions: Pick<SessionStore, 'findLive'>;
  readonly tombstones: Pick<Tombstones, 'has'>;
  readonly credentials: Pick<CredentialStore, 'findLive'>;
  readonly clients: Pick<ClientStore, 'find'>;
  now(): number;
}

/** The claims that say what a token depends on; `iat` in seconds. */
export interface TokenFacts {
  readonly sid: string;
  readonly sub: string;
  readonly token_use: 'user' | 'member' | 'app';
  readonly iat: number;
  readonly org?: string;
}

/**
 * Whether a token of this service is still backed: by a person's session, account and membership, or by an app's
 * credential, and by its client with the grant it came by. Source: contract part 0 "Access tokens" (strict check mode),
 * part 5 "Scopes and rights".
 */
export async function isTokenLive(ports: TokenLivePorts, token: TokenFacts): Promise<boolean> {
  if (!isUuid(token.sid) || (await ports.tombstones.has(token.sid))) return false;
  return token.token_use === 'app' ? isIssueLive(ports, token) : isSessionLive(ports, token);
}

async function isIssueLive(ports: TokenLivePorts, { sid, sub }: TokenFacts): Promise<boolean> {
  const issue = await ports.credentials.findLive(sid, new Date(ports.now()));
  return issue?.clientId === sub && (await mayHold(ports, sub, 'client_credentials'));
}

/** Whether a client is active, not archived, and still has the grant by which it got the token. */
async function mayHold(ports: TokenLivePorts, clientId: string, grantType: string): Promise<boolean> {
  const client = (await ports.clients.find(clientId, new Date(ports.now())))?.client;
  return client?.status === 'active' && client.archivedAt === null && client.grantTypes.includes(grantType);
}

async function isSessionLive(ports: TokenLivePorts, token: TokenFacts): Promise<boolean> {
  const session = await ports.sessions.findLive(token.sid, new Date(ports.now()));
  if (session?.userId !== token.sub) return false;
  const account = await ports.accounts.findById(token.sub);
  if (account?.status !== 'active') return false;
  if (isTokenVoid(account, session, token)) return false;
  if (!(await mayHold(ports, session.clientId, 'relay'))) return false;
  if (token.token_use === 'user') return true;
  return findMembership(await ports.accounts.listMemberships(token.sub), token.org ?? '') !== undefined;
}
