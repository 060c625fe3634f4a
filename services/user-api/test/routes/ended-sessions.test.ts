/** Which sessions each act ends, whose tokens are refused from then on. Source: contract part 2 "Guarded routes". */
import { hashSecret } from '@latchkey/secrets';
import { request } from '@latchkey/testing';
import { ssoClientId, type RelayPurpose } from '@latchkey/tokens';
import { acme, admin, fresh, makeAccount, openSession, password } from '../setup/accounts.ts';
import { createTestService, serviceKey } from '../setup/create-test-service.ts';
import { database } from '../setup/test-database.ts';

const ada = makeAccount();

/** Ada on two devices, the first of which has let another app in, and once for her org. */
async function prepare() {
  const service = createTestService();
  await service.accounts.add(ada, [acme]);
  await service.accounts.add(admin);
  const sign = async (purpose: RelayPurpose, fields: object) => {
    const ofOrg = purpose.startsWith('member') && { org: 'acme' };
    const relay = service.siblings.relay({
      purpose,
      scope: 'account',
      ...ofOrg,
      ...(purpose === 'user_exchange' && { client_id: 'app' }),
    });
    const answer = await request(service.app)
      .post(`/auth/${purpose.replace('_', '/')}`)
      .send({ relay, ...fields });
    return answer.body.data;
  };
  const person = { 'auth.user': ada.email, 'auth.pass': password };
  const first = await sign('user_login', person);
  const second = await sign('user_login', person);
  const app = await sign('user_exchange', { 'auth.token': first.root.token });
  const ofOrg = await sign('member_login', { ...person, 'auth.org': 'acme' });
  const ids: Record<string, string> = {
    root: first.root.id,
    child: first.session.id,
    app: app.session.id,
    'second root': second.root.id,
    'second child': second.session.id,
    'org root': ofOrg.root.id,
    'org child': ofOrg.session.id,
  };
  const operator = await openSession(service, admin);
  return { service, ids, first, second, operator };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

const one = ['root', 'child', 'app'];
const ofOrg = ['org root', 'org child'];
const others = [...one, ...ofOrg];
const all = [...others, 'second root', 'second child'];
const byFirst = ({ first }: Prepared) => ({ token: first.access_token });
const bySecond = ({ second }: Prepared) => ({ token: second.access_token });
const byOperator = ({ operator }: Prepared) => ({ token: operator.token });
const onAda = (prepared: Prepared) => ({ ...byOperator(prepared), user_id: ada.id });

test.each<[string, readonly string[], (prepared: Prepared) => object | Promise<object>]>([
  ['/session/logout', one, byFirst],
  [
    '/account/me/session/revoke',
    one,
    (prepared) => ({ ...bySecond(prepared), session_id: prepared.ids['root'] }),
  ],
  [
    '/account/me/session/revoke',
    ['child'],
    (prepared) => ({ ...bySecond(prepared), session_id: prepared.ids['child'] }),
  ],
  ['/account/me/session/revoke_others', others, bySecond],
  [
    '/account/me/password/change',
    others,
    (prepared) => ({ ...bySecond(prepared), 'auth.pass': password, new_password: 'a new long password' }),
  ],
  [
    '/admin/session/revoke',
    one,
    (prepared) => ({ ...byOperator(prepared), session_id: prepared.ids['root'] }),
  ],
  ['/admin/user/disable', all, onAda],
  [
    '/admin/user/enable',
    all,
    async (prepared) => {
      await prepared.service.accounts.add({ ...ada, status: 'disabled' });
      return { ...onAda(prepared), ...fresh };
    },
  ],
  ['/admin/user/reset_password', all, (prepared) => ({ ...onAda(prepared), ...fresh })],
  ['/admin/org/member_remove', ofOrg, (prepared) => ({ ...onAda(prepared), org: 'acme' })],
  [
    '/internal/v1/root-sessions/revoke',
    one,
    async ({ ids, first: { root } }) => {
      // One that sso's page opened.
      const page = { kind: 'root', clientId: ssoClientId, tokenHash: hashSecret(root.token) } as const;
      await database.prisma.session.update({ where: { id: ids['root'] ?? '' }, data: page });
      return { token: root.token, ip: '203.0.113.7', user_agent: 'a browser' };
    },
  ],
])('200 for POST %s, which ends each of %j and no other', async (path, ended, fieldsOf) => {
  const prepared = await prepare();
  const { service, ids } = prepared;
  const key = path.startsWith('/internal/') ? { authorization: `Bearer ${serviceKey}` } : {};
  const { status } = await request(service.app)
    .post(path)
    .set(key)
    .send(await fieldsOf(prepared));
  expect(status).toBe(200);
  const over = await database.prisma.session.findMany({
    where: { id: { in: Object.values(ids) }, revokedAt: { not: null } },
  });
  expect(new Set(over.map(({ id }) => id))).toEqual(new Set(ended.map((name) => ids[name])));
});
