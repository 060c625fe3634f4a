import { insertMail } from '../store/mail-rows.ts';
import { acme, makeAccount, makeClient, totpSecret } from './accounts.ts';
import { createAuthenticator } from './authenticator.ts';
import { createTestService } from './create-test-service.ts';
import { makeLogEntry } from './make-log-entry.ts';
import { makeMail } from './make-mail.ts';
import { insertSubscription } from './make-subscription.ts';
import { database } from './test-database.ts';

const id = (nth: number) => `00000000-0000-4000-8000-00000000010${nth}`;
/** A person whom nobody has vouched for; the one with one-time codes; a disabled one; the operator. */
export const ada = makeAccount({ emailVerifiedAt: null });
export const bob = makeAccount({ id: id(1), email: 'bob@example.test' });
export const root = makeAccount({ id: id(2), email: 'root@example.test', kind: 'root' });
const cora = makeAccount({ id: id(3), email: 'cora@example.test', status: 'disabled' });

const ofAda = 'of-ada';
const confidential = { type: 'confidential', tokenEndpointAuthMethod: 'client_secret_basic' } as const;
const email = 'new@example.test';
const roles = ['owner', 'admin', 'member'] as const;
const powers = [
  { grant_types: ['relay'] },
  { scopes: ['openid', 'admin'] },
  { scopes: ['openid', 'payments.read'] },
  { audiences: ['https://payments.example.test'], default_audiences: ['https://payments.example.test'] },
  { vouches: ['example.com'], grant_types: ['relay'] },
  { introspects: true },
  { names_visitors: true },
];
const ends = (source: string, target: string) => ({ source, target, scopes: ['email'] });
/** The operator's own, which hold what only operators give: of the person, and of the org that the person manages. */
const strong = ['own-relay', 'own-scope', 'own-flag'] as const;

/**
 * What an operator does at each route that asks for a code, so that nothing but the code is missing; the first act with
 * one that succeeds. They differ by role, status, power and owner.
 */
export const acts: Record<string, readonly [object, ...object[]]> = {
  '/admin/api/create': [{ audience: 'https://api.example.test', name: 'New' }],
  '/admin/api/update': [
    { api_id: id(9), name: 'New' },
    { api_id: id(9), client_id: ofAda },
  ],
  '/admin/user/create': [{ email }, { email, org: 'acme', role: 'member' }, { email, print_link: true }],
  '/admin/user/enable': [{ user_id: cora.id }],
  '/admin/user/set_kind': [
    { user_id: bob.id, kind: 'admin' },
    { user_id: bob.id, kind: 'root' },
  ],
  '/admin/user/reset_password': [{ user_id: bob.id }],
  '/admin/user/reset_passkeys': [{ user_id: bob.id }],
  '/admin/user/reset_totp': [{ user_id: bob.id }],
  '/admin/user/verify_email': [{ user_id: ada.id }],
  '/admin/mail/send_again': [{ mail_id: id(8) }],
  '/admin/signal/create': [{ url: 'https://hooks.example.test/', types: ['user.login'] }],
  '/admin/signal/update': [{ signal_id: id(7), types: ['user.login'] }],
  '/admin/signal/rotate_secret': [{ signal_id: id(7) }],
  '/admin/signal/turn_on': [{ signal_id: id(7) }],
  '/admin/client/verify': [{ client_id: ofAda, verified: true }],
  '/admin/org/create': [{ slug: 'new', name: 'New' }],
  '/admin/org/member_add': [
    { org: 'acme', user_id: bob.id, role: 'owner' },
    ...roles.flatMap((role) => [root, bob].map(({ id: user_id }) => ({ org: 'acme', user_id, role }))),
  ],
  '/admin/org/invite': [
    { org: 'acme', email, role: 'owner' },
    ...roles.map((role) => ({ org: 'acme', email, role })),
    { org: 'acme', email, role: 'member', print_link: true },
  ],
  '/org/invite': [
    { org: 'acme', email, role: 'admin' },
    { org: 'acme', email, role: 'owner' },
  ],
  '/org/member/set_role': [
    { org: 'acme', user_id: bob.id, role: 'admin' },
    { org: 'acme', user_id: bob.id, role: 'owner' },
  ],
  '/oauth/clients/create': [
    { name: 'New', type: 'confidential', grant_types: ['relay'] },
    { name: 'Of the installation', type: 'public' },
    ...powers.flatMap((power) => [
      { name: 'New', type: 'confidential', ...power },
      { name: 'New', type: 'confidential', org: 'acme', ...power },
    ]),
  ],
  '/oauth/clients/update': [
    { client_id: ofAda, scopes: ['openid', 'admin'] },
    ...powers.flatMap((power) => [ofAda, 'of-root'].map((client_id) => ({ client_id, ...power }))),
    ...[ofAda, 'of-house', ...strong].flatMap((client_id) => [
      { client_id, name: 'New' },
      { client_id, device_policy: 'typed' },
      { client_id, token_endpoint_auth_method: 'client_secret_post' },
    ]),
    { client_id: 'off-ada', status: 'active' },
    { client_id: 'off-root', status: 'active' },
    { client_id: 'own-flag', introspects: false, name: 'New' },
  ],
  '/oauth/clients/rotate_secret': [
    { client_id: ofAda },
    { client_id: 'of-house' },
    ...strong.flatMap((client_id) => [{ client_id }, { client_id, end_previous: true }]),
  ],
  '/oauth/clients/restore': [{ client_id: 'old-ada' }, { client_id: 'old-root' }],
  '/oauth/clients/connections/add': [
    ends(ofAda, 'of-bob'),
    ends(ofAda, 'of-root'),
    ends('of-root', ofAda),
    ...strong.flatMap((one) => [ends(one, 'of-root'), ends('of-root', one)]),
  ],
  '/oauth/clients/connections/accept': [ends('of-bob', ofAda), ends('of-bob', 'own-relay')],
};

/** A service with an operator who owns clients and the org acme, and with people of whom nothing is the operator's. */
export async function createActsService() {
  const service = createTestService();
  const seal = (account: { id: string }) => service.secrets.seal(totpSecret, account.id);
  await service.accounts.add(ada);
  await service.accounts.add(cora);
  const createdAt = new Date(service.clock.now());
  const org = { id: acme.orgId, slug: 'acme', name: 'Acme', status: 'active', createdAt } as const;
  await service.orgs.create(org, makeLogEntry());
  await service.accounts.add({ ...bob, totpSecret: seal(bob) }, [acme]);
  await service.accounts.add({ ...root, totpSecret: seal(root) }, [{ ...acme, role: 'owner' }]);
  const record = createAuthenticator().record(bob.id, 'handle');
  await database.prisma.passkey.create({ data: record });
  const [archivedAt, relay] = [createdAt, ['relay']];
  const ofRoot = { ownerId: root.id, ...confidential };
  const flag = { introspects: true };
  const clients = [
    { clientId: ofAda, ...confidential },
    { clientId: 'of-bob', ownerId: bob.id },
    { clientId: 'off-ada', status: 'inactive' },
    { clientId: 'old-ada', archivedAt },
    { clientId: 'of-root', ...ofRoot },
    { clientId: 'off-root', ...ofRoot, ...flag, status: 'inactive' },
    { clientId: 'old-root', ...ofRoot, ...flag, archivedAt },
    { clientId: 'own-relay', ...ofRoot, grantTypes: relay },
    { clientId: 'own-scope', ...ofRoot, scopes: ['openid', 'payments.read'] },
    { clientId: 'own-flag', ...ofRoot, ...flag },
    {
      clientId: 'org-audience',
      ...confidential,
      ownerKind: 'org',
      ownerId: acme.orgId,
      audiences: ['https://payments.example.test'],
      defaultAudiences: ['https://payments.example.test'],
    },
    {
      clientId: 'of-house',
      ...confidential,
      ownerKind: 'installation',
      ownerId: '00000000-0000-0000-0000-000000000000',
      name: 'House',
    },
  ] as const;
  for (const client of clients) await service.clients.add(makeClient(client));
  const times = { archivedAt: null, createdAt: new Date(0), updatedAt: new Date(0) };
  const about = { audience: 'https://a.test', name: 'A', clientId: null, scopes: [] };
  await service.apis.add({ id: id(9), ...about, ...times });
  await insertSubscription(database, {
    id: id(7),
    secret: service.secrets.seal('whsec_', `signal:${id(7)}`),
  });
  await insertMail(database, makeMail({ id: id(8), status: 'dead' }));
  for (const target of [ofAda, 'own-relay'])
    await service.connections.add({ ...ends('of-bob', target), status: 'requested' });
  await service.requestLog.clear();
  return service;
}
