import { consoleClientId, ssoClientId } from '@latchkey/tokens';
import request from 'supertest';
import { legacyRoutes, routes } from '../../services/user-api/src/routes.ts';
import {
  acme,
  makeAccount,
  makeClient,
  makeSession,
  openSession,
} from '../../services/user-api/test/setup/accounts.ts';
import { createTestService } from '../../services/user-api/test/setup/create-test-service.ts';
import { makeLogEntry } from '../../services/user-api/test/setup/make-log-entry.ts';
import { listRoutes, type TokenKind, type WalkedService } from './walked-service.ts';

const person = makeAccount();
const operator = makeAccount({
  id: '33333333-3333-4333-8333-333333333333',
  email: 'operator@example.test',
  kind: 'admin',
});
const asMember = { token_use: 'member', org: acme.orgId, role: 'owner' } as const;

/** user-api with a person who owns an org, an operator, and a confidential client. */
export async function walkUserApi(): Promise<WalkedService> {
  const service = createTestService({ legacyAuth: 'on' });
  await service.accounts.add(person, [{ ...acme, role: 'owner' }]);
  await service.accounts.add(operator);
  await service.clients.add(makeClient({ type: 'confidential', grantTypes: ['client_credentials'] }));

  /** An app token of client-a that sso vouches for. */
  async function openApp(scope: string): Promise<string> {
    const [id, at] = [service.context.newId(), service.clock.now()];
    const [createdAt, expiresAt] = [new Date(at), new Date(at + 900_000)];
    const issue = {
      clientId: 'client-a',
      scopes: [],
      audiences: [],
      fingerprint: null,
      jkt: null,
      createdAt,
      expiresAt,
    };
    await service.credentials.add({ id, ...issue }, makeLogEntry());
    const token_use = 'app' as const;
    const token = service.signer.signToken({
      sub: 'client-a',
      client_id: 'client-a',
      sid: id,
      token_use,
      scope,
    });
    service.siblings.active.add(token);
    return token;
  }

  /** As sso's console signs them, for a root that its page has opened. */
  async function openConsole(scope: string): Promise<string> {
    const sid = service.context.newId();
    const root = { id: sid, kind: 'root', rootId: null, clientId: ssoClientId, userId: operator.id } as const;
    await service.sessions.add(makeSession({ ...root, createdAt: new Date(service.clock.now()) }));
    const page = { client_id: consoleClientId, browser: { ip: '192.0.2.1', user_agent: 'Test/1.0' } };
    return service.signer.signToken({ sub: operator.id, sid, scope, pk: 'admin', ...page });
  }

  async function openToken(kind: TokenKind, scope: string): Promise<string> {
    if (kind === 'app') return openApp(scope);
    if (kind === 'device') {
      const token = service.signer.signToken({ sub: person.id, sid: service.context.newId(), scope });
      service.siblings.families.set(token, {
        createdAt: null,
        lastUsedAt: null,
        expiresAt: null,
        tokensValidAfter: new Date(0),
      });
      return token;
    }
    if (kind === 'console') return openConsole(scope);
    const account = kind === 'operator' ? operator : person;
    const { sessionId: sid } = await openSession(service, account);
    const more = kind === 'member' ? asMember : {};
    return service.signer.signToken({ sub: account.id, sid, scope, ...more });
  }

  return {
    name: 'user-api',
    routes: listRoutes([{ routes: [...routes, ...legacyRoutes] }]),
    async call({ path }, token) {
      const fields = token && { token: await openToken(token.kind, token.scope) };
      const { status, body } = await request(service.app)
        .post(path)
        .send({ ...fields });
      return { status, code: body.code };
    },
  };
}
