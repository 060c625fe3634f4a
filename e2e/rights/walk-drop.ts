import { consoleClientId } from '@latchkey/tokens';
import { createRouteGroups } from '../../services/drop/src/routes.ts';
import { createTestApp, house } from '../../services/drop/test/app/create-test-app.ts';
import { listRoutes, type TokenKind, type WalkedService } from './walked-service.ts';

/** What sso signs for each kind, beside the scope. Source: contract part 0 "Scopes and rights". */
const claimsOf: Readonly<Record<TokenKind, object>> = {
  device: {},
  session: {},
  member: { token_use: 'member', org: 'org-1', role: 'owner' },
  app: { token_use: 'app', client_id: 'client-a' },
  operator: {},
  console: { client_id: consoleClientId, browser: { ip: '192.0.2.1', user_agent: 'Test/1.0' } },
};

/** drop, which reads no account: the token says all that it knows. */
export async function walkDrop(): Promise<WalkedService> {
  const { post, tokenOf } = await createTestApp();
  return {
    name: 'drop',
    routes: listRoutes(createRouteGroups({}, house)),
    async call({ path }, token) {
      if (token === undefined) return read(await post(path, sample));
      const { kind, scope } = token;
      const isOperating = ['operator', 'console'].includes(kind) && scope.split(' ').includes('admin');
      const claims = { ...claimsOf[kind], scope, pk: isOperating ? 'admin' : 'user' };
      return read(await post(path, { ...sample, token: tokenOf(`${kind}-1`, claims) }));
    },
  };
}

/** /v1/consume asks for a token only once it has found a drop. */
const sample = { id: 'unknown', key: 'k' };

function read({ status, body }: { status: number; body: { code?: string } }) {
  return { status, code: body.code };
}
