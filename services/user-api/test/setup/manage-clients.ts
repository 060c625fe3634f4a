import { request } from '@latchkey/testing';
import type { AccessTokenClaims } from '@latchkey/tokens';
import type { Account } from '../../src/accounts/account.ts';
import { acme, admin, bob, fresh, makeAccount, openSession } from './accounts.ts';
import { createTestService } from './create-test-service.ts';

export const ada = makeAccount();
export { admin, bob };

type Action = 'create' | 'view' | 'update' | 'rotate_secret' | 'archive' | 'restore' | 'search';

/** A service with Ada, who owns acme, Bob, who is a plain member of it, and an operator. */
export async function createClientsService() {
  const service = createTestService();
  await service.accounts.add(ada, [{ ...acme, role: 'owner' }]);
  await service.accounts.add(bob, [acme]);
  await service.accounts.add(admin);

  async function openToken(account: Account, claims: Partial<AccessTokenClaims> = {}): Promise<string> {
    const { sessionId: sid } = await openSession(service, account);
    return service.signer.signToken({ sub: account.id, sid, ...claims });
  }

  return {
    ...service,
    openToken,
    /** A token of that account that speaks for acme. */
    openMember: (account: Account) =>
      openToken(account, { token_use: 'member', org: acme.orgId, role: 'owner' }),
    async call(action: Action, account: Account, fields: object = {}) {
      const token = await openToken(account);
      return request(service.app)
        .post(`/oauth/clients/${action}`)
        .send({ token, ...(account.kind !== 'user' && fresh), ...fields });
    },
    /** The rows of the request log, without what is the same in all. */
    listLogged: async () =>
      (await service.requestLog.entries()).map(({ event, userId, actorId, orgId, clientId }) => ({
        event,
        userId,
        actorId,
        orgId,
        clientId,
      })),
  };
}

export type ClientsService = Awaited<ReturnType<typeof createClientsService>>;
