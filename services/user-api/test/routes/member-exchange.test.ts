import { request } from '@latchkey/testing';
import { generateSync } from 'otplib';
import { acme, addConnectedClients, makeAccount, password, totpSecret } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { startMs } from '../setup/signer.ts';

const other = { orgId: '88888888-8888-4888-8888-888888888888', orgSlug: 'other', role: 'member' } as const;
const ada = makeAccount();
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(ada, [acme, other]);
  await addConnectedClients(service);
});

const send = (path: string, fields: object) => request(service.app).post(path).send(fields);
const answerOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.code, body.field];
const person = { 'auth.user': ada.email, 'auth.pass': password };

async function openRoot(org?: string, fields: object = {}): Promise<string> {
  const kind = org === undefined ? 'user' : 'member';
  const relay = service.siblings.relay({ purpose: `${kind}_root_session`, ...(org && { org }) });
  const { body } = await send(`/auth/${kind}/root-session`, { relay, ...person, 'auth.org': org, ...fields });
  return body.data.root.token;
}

function exchange(token: string, fields: object = {}, claims: object = {}) {
  const relay = service.siblings.relay({ purpose: 'member_exchange', org: 'acme', ...claims });
  return send('/auth/member/exchange', { relay, 'auth.token': token, 'auth.org': 'acme', ...fields });
}

describe('POST /auth/member/exchange', () => {
  test('200 with the member', async () => {
    const { body } = await exchange(await openRoot());
    expect(body.data).toMatchObject({
      token_use: 'member',
      member: { org_id: acme.orgId, org_slug: 'acme', role: 'member' },
    });
  });

  test('400 without auth.org, and the payload is still good', async () => {
    const token = await openRoot();
    const asked = service.siblings.asked.length;
    const relay = service.siblings.relay({ purpose: 'member_exchange', org: 'acme' });
    const refused = [400, 'missing_field', 'auth.org'];
    expect({
      none: answerOf(await exchange(token, { relay, 'auth.org': undefined })),
      empty: answerOf(await exchange(token, { relay, 'auth.org': '' })),
    }).toEqual({ none: refused, empty: refused });
    expect(service.siblings.asked).toHaveLength(asked);
    expect((await exchange(token, { relay })).status).toBe(200);
  });

  test.each<[string, object, object]>([
    ['another org', { 'auth.org': 'other' }, {}],
    ['no org', {}, { org: undefined }],
    ['the same org by its id', {}, { org: acme.orgId }],
    ['the same org by its slug', { 'auth.org': acme.orgId }, {}],
    ['the same org in another case', { 'auth.org': 'Acme' }, {}],
    ['a user', {}, { purpose: 'user_exchange', org: undefined }],
    ['another client', { 'auth.client_id': 'other-client' }, {}],
  ])('403 when the payload is for %s, and it is spent', async (_name, fields, claims) => {
    const token = await openRoot();
    const relay = service.siblings.relay({ purpose: 'member_exchange', org: 'acme', ...claims });
    const { status, body } = await exchange(token, { relay, ...fields });
    expect([status, body.code]).toEqual([403, 'payload_mismatch']);
    expect((await exchange(token, { relay })).body.code).toBe('payload_invalid');
    expect(service.siblings.minted).toEqual([]);
  });

  test.each(['acme', acme.orgId])('200 with %s in both', async (org) => {
    const { body } = await exchange(await openRoot(), { 'auth.org': org }, { org });
    expect(body.data.member.org_id).toBe(acme.orgId);
  });

  test.each(['nowhere', crypto.randomUUID()])('401 for somebody who is no member of %s', async (org) => {
    const { status, body } = await exchange(await openRoot(), { 'auth.org': org }, { org });
    expect([status, body.code]).toEqual([401, 'invalid_credentials']);
  });

  test('403 out of a member’s session for another org or the user alone, 200 for the same org', async () => {
    const root = await openRoot('acme');
    const own = await exchange(root);
    expect(own.status).toBe(200);
    const answersTo = async (token: string) => {
      const relay = service.siblings.relay({ purpose: 'user_exchange' });
      return {
        elsewhere: answerOf(await exchange(token, { 'auth.org': 'other' }, { org: 'other' })),
        alone: answerOf(await send('/auth/user/exchange', { relay, 'auth.token': token })),
        same: (await exchange(token)).status,
      };
    };
    const refused = [403, 'payload_mismatch', undefined];
    const answers = { elsewhere: refused, alone: refused, same: 200 };
    expect({
      root: await answersTo(root),
      child: await answersTo(own.body.data.access_token),
    }).toEqual({ root: answers, child: answers });
  });
});

describe('POST /session/logout by a member', () => {
  const live = async (token: string) => (await send('/session/me', { token })).status === 200;
  async function exchangeForPerson(root: string): Promise<string> {
    const relay = service.siblings.relay({ purpose: 'user_exchange' });
    return (await send('/auth/user/exchange', { relay, 'auth.token': root })).body.data.access_token;
  }

  test('200 and the root of the person stays, with the sessions of the person', async () => {
    const root = await openRoot();
    const own = await exchangeForPerson(root);
    const token: string = (await exchange(root)).body.data.access_token;
    const { status, body } = await send('/session/logout', { token });
    expect([status, body.data]).toEqual([200, { ended: 1 }]);
    expect([await live(token), await live(own)]).toEqual([false, true]);
    expect((await exchange(root)).status).toBe(200);
  });

  test('200 and the root of the member ends with it', async () => {
    const root = await openRoot('acme');
    const token: string = (await exchange(root)).body.data.access_token;
    expect((await send('/session/logout', { token })).body.data).toEqual({ ended: 2 });
    expect((await exchange(root)).status).toBe(401);
  });
});

const withTotp = ['password', 'totp'];
/** What the sign-in has shown, the label, and amr. */
const labels: readonly (readonly [number, string[], string, string[] | undefined])[] = [
  [403, ['password'], 'password+totp', undefined],
  [403, ['password'], 'totp', undefined],
  [403, ['password'], 'magic', undefined],
  [200, ['password'], '', ['password']],
  [200, ['password'], 'password', ['password']],
  [200, ['password'], 'session', ['password', 'session']],
  [200, ['password'], 'device_code', ['password', 'device_code']],
  [200, withTotp, 'password', withTotp],
  [200, withTotp, 'password+totp', withTotp],
  [200, withTotp, 'session', [...withTotp, 'session']],
];

describe.each(['user', 'member'] as const)('auth.method at POST /auth/%s/exchange', (kind) => {
  const org = kind === 'member' ? 'acme' : undefined;
  const sendLabel = (token: string, label: string, own = label) => {
    const claims = { ...(org && { org }), ...(label && { method: label }) };
    const relay = service.siblings.relay({ purpose: `${kind}_exchange`, ...claims });
    return send(`/auth/${kind}/exchange`, {
      relay,
      'auth.token': token,
      'auth.org': org,
      'auth.method': own,
    });
  };

  test.each(labels)('%i for a source of %j with the label “%s”', async (status, shown, label, amr) => {
    const sealed = shown.includes('totp') ? service.secrets.seal(totpSecret, ada.id) : null;
    await service.accounts.add({ ...ada, totpSecret: sealed }, [acme]);
    const code = sealed && generateSync({ secret: totpSecret, epoch: startMs / 1000 });
    const token = await openRoot(undefined, code === null ? {} : { 'auth.code': code });
    const answer = await sendLabel(token, label);
    const { code: refusal, data } = answer.body;
    expect([answer.status, refusal ?? data.session.amr]).toEqual([status, amr ?? 'payload_mismatch']);
  });

  test.each([
    ['session', ''],
    ['', 'session'],
    ['session', 'device_code'],
    ['session', 'Session'],
  ])('403 when the payload says “%s” and auth.method “%s”', async (label, own) => {
    const { status, body } = await sendLabel(await openRoot(), label, own);
    expect([status, body.code]).toEqual([403, 'payload_mismatch']);
  });

  test('200 with the label once, however often it is exchanged', async () => {
    const first = await sendLabel(await openRoot(), 'session');
    const { body } = await sendLabel(first.body.data.access_token, 'session');
    expect(body.data.session.amr).toEqual(['password', 'session']);
  });
});
