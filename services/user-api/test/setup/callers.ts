import { hashSecret } from '@latchkey/secrets';
import { createSample } from '@latchkey/testing';
import type { AccessTokenClaims } from '@latchkey/tokens';
import { appTokenAccess } from '../../src/access/app-token-access.ts';
import { clientAccess } from '../../src/access/client-access.ts';
import { routes } from '../../src/routes.ts';
import { acme, addConnectedClients, issueApp, makeAccount, makeClient, openSession } from './accounts.ts';
import type { TestService } from './create-test-service.ts';

const operator = makeAccount({ kind: 'admin' });
const clientSecret = 'the secret of client a';
const ofApps = routes
  .filter(({ access }) => ([clientAccess, appTokenAccess] as unknown[]).includes(access))
  .map(({ path }) => path);

const isForApps = (path: string): boolean => ofApps.includes(path);

type CallerClaims = Pick<AccessTokenClaims, 'sub' | 'sid' | 'client_id' | 'token_use' | 'pk'>;

/**
 * What the token says of a caller whom a guarded route lets in: an operator in a new session, or a confidential client
 * with a credential, a connection and the secret of {@link guardedRoutes}, as if it had never been changed.
 */
export async function openCaller(service: TestService, path: string): Promise<CallerClaims> {
  if (!isForApps(path)) {
    await service.accounts.add(operator, [acme]);
    await addConnectedClients(service);
    const { sessionId } = await openSession(service, operator);
    return { sub: operator.id, sid: sessionId, client_id: 'demo-cli', token_use: 'user', pk: 'admin' };
  }
  const secrets = [{ hash: hashSecret(clientSecret), expiresAt: null }];
  await service.clients.add(
    makeClient({ type: 'confidential', grantTypes: ['client_credentials'] }),
    secrets,
  );
  await service.clients.add(makeClient({ clientId: 'target' }));
  await service.connections.add({ source: 'client-a', target: 'target', scopes: ['account'] });
  const { id: sid } = await issueApp(service, 'client-a');
  return { sub: 'client-a', sid, client_id: 'client-a', token_use: 'app', pk: 'user' };
}

/** A token of such a caller, which sso vouches for. */
export async function openToken(
  service: TestService,
  path: string,
  claims: Partial<AccessTokenClaims> = {},
): Promise<string> {
  const token = service.signer.signToken({ ...(await openCaller(service, path)), ...claims });
  service.siblings.active.add(token);
  return token;
}

type Guarded = readonly [path: string, fields: Readonly<Record<string, string>>];

/** Of each family of guarded routes one or two, and what they need beside a token. */
const everyFamily: readonly Guarded[] = [
  ['/session/me', {}],
  ['/session/logout', {}],
  ['/oauth/clients/search', {}],
  ['/oauth/clients/connections/verify', {}],
  ['/account/me/session/revoke_others', {}],
  ['/account/me/client_password/change', { 'auth.pass': clientSecret }],
  ['/admin/user/view', { user_id: operator.id }],
];
const accesses: readonly unknown[] = [...new Set(routes.map(({ access }) => access))];
const accessOf = new Map(routes.map(({ path, access }) => [path, accesses.indexOf(access)]));

/** Of each access one, as it reads a token in the same way for every route; in `npm run test:all` of each family. */
export const guardedRoutes = [...createSample(everyFamily, ([path]) => accessOf.get(path))];
