import { hashSecret } from '@latchkey/secrets';
import { request } from '@latchkey/testing';
import { ssoClientId } from '@latchkey/tokens';
import type { Account } from '../../src/accounts/account.ts';
import { installation } from '../../src/clients/client.ts';
import { acme, makeAccount, makeClient, makeSession } from '../setup/accounts.ts';
import { createTestService, serviceKey, type TestService } from '../setup/create-test-service.ts';
import { startMs } from '../setup/signer.ts';

let service: TestService;
beforeEach(() => {
  service = createTestService();
});

function call(path: string, body: object) {
  const authorization = `Bearer ${serviceKey}`;
  return request(service.app).post(`/internal/v1/${path}`).set('authorization', authorization).send(body);
}

describe('internal routes', () => {
  test('200 with a client and the hashes of the secrets that are good now', async () => {
    await service.clients.add(
      makeClient({ type: 'confidential', tokenEndpointAuthMethod: 'client_secret_post' }),
      [
        { hash: 'aa', expiresAt: null },
        { hash: 'bb', expiresAt: new Date(startMs + 1) },
        { hash: 'cc', expiresAt: new Date(startMs) },
      ],
    );
    const { body } = await call('clients/find-many', { client_ids: ['nobody', 'client-a'] });
    expect(body.data.clients).toEqual([
      {
        client_id: 'client-a',
        name: 'Client A',
        type: 'confidential',
        status: 'active',
        archived: false,
        verified: false,
        registered_by: { kind: 'user', name: null },
        grant_types: ['device_code'],
        scopes: ['openid'],
        default_scopes: ['openid'],
        audiences: ['https://drop.example.test'],
        default_audiences: ['https://drop.example.test'],
        token_endpoint_auth_method: 'client_secret_post',
        secret_hashes: ['aa', 'bb'],
        redirect_uris: [],
        post_logout_redirect_uris: [],
        device_code_ttl_seconds: null,
        poll_interval_seconds: null,
        vouches: [],
        introspects: false,
        device_policy: 'any',
        refresh_binding: 'required',
        names_visitors: false,
      },
    ]);
  });

  test('200 with who registered a client: of a person the address, masked, and only where it is verified', async () => {
    const owners: [string, Partial<Account>][] = [
      ['verified', { email: 'demo@example.com' }],
      ['astral', { email: '𝒹emo@example.com' }],
      ['unverified', { emailVerifiedAt: null }],
      ['retired', { email: 'retired:1', status: 'deleted' }],
    ];
    for (const [clientId, changes] of owners) {
      const id = crypto.randomUUID();
      await service.accounts.add(makeAccount({ email: `${clientId}@example.test`, ...changes, id }));
      await service.clients.add(makeClient({ clientId, ownerId: id }));
    }
    await service.accounts.add(makeAccount(), [acme]);
    await service.clients.add(makeClient({ clientId: 'of-org', ownerKind: 'org', ownerId: acme.orgId }));
    await service.clients.add(makeClient({ clientId: 'ours', ...installation }));
    const client_ids = [...owners.map(([clientId]) => clientId), 'of-org', 'ours'];
    const { body } = await call('clients/find-many', { client_ids });
    expect(body.data.clients.map((one: { registered_by: object }) => one.registered_by)).toEqual([
      { kind: 'user', name: 'd…@example.com' },
      { kind: 'user', name: '𝒹…@example.com' },
      { kind: 'user', name: null },
      { kind: 'user', name: null },
      { kind: 'org', name: 'acme' },
      { kind: 'installation', name: null },
    ]);
  });

  test('200 with the standing of an account and its groups', async () => {
    await service.accounts.add(makeAccount({ status: 'disabled', keptFamilyId: 'family' }), [acme]);
    const { body } = await call('accounts/standings', { user_ids: [makeAccount().id] });
    expect(body.data.standings).toEqual([
      {
        user_id: makeAccount().id,
        email: 'ada@example.test',
        email_verified: true,
        name: 'Ada',
        kind: 'user',
        status: 'disabled',
        active: false,
        groups: ['acme'],
        tokens_valid_after: null,
        kept_family_id: 'family',
        device_sign_in: true,
        kept_valid_after: null,
      },
    ]);
    const [tokensValidAfter, keptValidAfter] = [new Date(startMs), new Date(startMs - 300_000)];
    await service.accounts.add(makeAccount({ tokensValidAfter, keptValidAfter }));
    const voided = await call('accounts/standings', { user_ids: [makeAccount().id] });
    expect(voided.body.data.standings).toMatchObject([
      {
        tokens_valid_after: tokensValidAfter.toISOString(),
        kept_valid_after: keptValidAfter.toISOString(),
      },
    ]);
  });

  test('200 with the standings of the accounts that exist', async () => {
    const grace = makeAccount({ id: service.context.newId(), email: 'grace@example.test' });
    await service.accounts.add(makeAccount());
    await service.accounts.add(grace);
    const user_ids = [grace.id, service.context.newId(), 'no uuid', makeAccount().id];
    const { standings } = (await call('accounts/standings', { user_ids })).body.data;
    const found = (standings as { user_id: string }[]).map(({ user_id }) => user_id);
    expect(found.toSorted()).toEqual([grace.id, makeAccount().id].toSorted());
  });

  test.each([
    ['accounts/standings', {}],
    ['accounts/standings', { user_ids: Array(101).fill('a') }],
    ['accounts/changes', { since: 'x' }],
    ['accounts/changes', { since: '9'.repeat(20) }],
    ['clients/find-many', { client_ids: [7] }],
    ['clients/find-many', { client_ids: null }],
  ])('400 for %s of too many, of none or of what none is', async (path, body) => {
    expect((await call(path, body)).status).toBe(400);
  });

  test.each([null, new Date(startMs - 1)])(
    '200 with a root session and what was void when it was opened: %j',
    async (tokensValidAfter) => {
      const account = makeAccount({ tokensValidAfter });
      await service.accounts.add(account);
      const token = `rs_${'a'.repeat(43)}`;
      const session = {
        id: service.context.newId(),
        userId: account.id,
        kind: 'root',
        clientId: ssoClientId,
        tokensValidAfter,
      } as const;
      await service.sessions.add(makeSession({ ...session, tokenHash: hashSecret(token) }));
      await service.accounts.add({ ...account, tokensValidAfter: new Date(startMs) });
      const { body } = await call('root-sessions/view', { token });
      expect(body.data.tokens_valid_after).toBe(tokensValidAfter?.toISOString() ?? null);
    },
  );

  test('404 for no root, one that a login handed out, a bound one and a member’s; signing out ends none', async () => {
    const account = makeAccount();
    await service.accounts.add(account);
    const answersFor = async (other: Partial<Parameters<typeof makeSession>[0]>) => {
      const id = service.context.newId();
      const token = `rs_${id}`.padEnd(46, '0');
      const session = { ...other, id, userId: account.id, kind: 'root' } as const;
      await service.sessions.add(makeSession({ ...session, tokenHash: hashSecret(token) }));
      const { status, body } = await call('root-sessions/view', { token });
      return [status, body.code, (await call('root-sessions/revoke', { token })).body.data];
    };
    const refused = [404, 'not_found', { revoked: false }];
    expect({
      'of a login': await answersFor({}),
      'bound to a key': await answersFor({ clientId: ssoClientId, jkt: 'thumbprint' }),
      'bound to a device': await answersFor({ clientId: ssoClientId, fingerprint: 'hash' }),
      'of a member': await answersFor({ clientId: ssoClientId, orgId: acme.orgId }),
    }).toEqual({
      'of a login': refused,
      'bound to a key': refused,
      'bound to a device': refused,
      'of a member': refused,
    });
    expect((await call('root-sessions/view', { token: 'rs_nothing' })).status).toBe(404);
  });
});
