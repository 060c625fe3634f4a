import { readFile } from 'node:fs/promises';
import { request } from '@latchkey/testing';
import { actsWithoutCode } from '../../src/signing-in/act-freshly.ts';
import { makeSession, openSession } from '../setup/accounts.ts';
import type { TestService } from '../setup/create-test-service.ts';
import { acts, bob, createActsService, root } from '../setup/operator-acts.ts';

async function pathsOf(service: 'user-api' | 'drop'): Promise<string[]> {
  const file = new URL(`../../../../docs/openapi/${service}.json`, import.meta.url);
  const { paths } = JSON.parse(await readFile(file, 'utf8')) as { paths: object };
  return Object.keys(paths);
}

/** Routes that change nothing, and those at which a person or an app acts for itself: no operator's power helps there. */
const reading = /\/(search|view)(\/|$)|^\/session\/me$|^\/hello$|\/connections\/verify$/;
const forOneself = [
  /^\/auth\//,
  /^\/account\/me\//,
  /^\/session\/logout$/,
  /^\/oauth\/(device|clients\/authorized)\/revoke$/,
  /^\/oauth\/client_credentials\/issue$/,
];
/** Endings by who manages an org, whatever the token holds. */
const endingsOfAnOrg = ['/org/invitation/withdraw', '/org/leave', '/org/member/remove'];

test('each route of the document that writes asks an operator for a code, or is listed as one that does not', async () => {
  const writing = (await pathsOf('user-api')).filter(
    (path) => !reading.test(path) && !forOneself.some((form) => form.test(path)),
  );
  const known = [...Object.keys(acts), ...actsWithoutCode, ...endingsOfAnOrg];
  expect(writing.toSorted()).toEqual(known.toSorted());
});

test('the routes of operators at drop read or end', async () => {
  const ofOperators = (await pathsOf('drop')).filter((path) => path.startsWith('/v1/admin/'));
  expect(ofOperators).toEqual(['/v1/admin/get', '/v1/admin/list', '/v1/admin/cleanup']);
});

describe('an operator without a code', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await createActsService();
  });
  async function send(path: string, fields: object) {
    const { token } = await openSession(service, root);
    const { status, body } = await request(service.app)
      .post(path)
      .send({ token, ...fields });
    return [status, body.code];
  }

  const sessionId = crypto.randomUUID();
  const endings: Record<string, object> = {
    '/admin/api/archive': { api_id: '00000000-0000-4000-8000-000000000109' },
    '/admin/org/member_remove': { org: 'acme', user_id: bob.id },
    '/admin/session/revoke': { session_id: sessionId },
    '/admin/signal/delete': { signal_id: '00000000-0000-4000-8000-000000000107' },
    '/admin/user/disable': { user_id: bob.id },
    '/oauth/clients/archive': { client_id: 'of-ada' },
    '/oauth/clients/connections/remove': { source: 'of-bob', target: 'of-ada' },
  };

  test.each(Object.entries(endings))('200 at %s, which ends something', async (path, fields) => {
    await service.sessions.add(makeSession({ id: sessionId, userId: bob.id }));
    expect(await send(path, fields)).toEqual([200, undefined]);
  });

  test.each<[string, object]>([
    ['/admin/client/verify', { client_id: 'of-house', verified: false }],
    ['/oauth/clients/update', { client_id: 'of-ada', status: 'inactive' }],
    ['/oauth/clients/update', { client_id: 'own-relay', status: 'inactive', scopes: [] }],
    ['/oauth/clients/update', { client_id: 'own-flag', introspects: false }],
    ['/oauth/clients/update', { client_id: 'own-scope', scopes: ['openid'] }],
    ['/oauth/clients/update', { client_id: 'of-root', name: 'Renamed' }],
    ['/oauth/clients/rotate_secret', { client_id: 'of-root' }],
    ['/oauth/clients/update', { client_id: 'org-audience', name: 'Renamed' }],
    ['/oauth/clients/rotate_secret', { client_id: 'org-audience' }],
    ['/oauth/clients/create', { name: 'New', type: 'public', org: 'acme' }],
    ['/org/member/set_role', { org: 'acme', user_id: bob.id, role: 'member' }],
    ['/org/invite', { org: 'acme', email: 'new@example.test', role: 'member' }],
  ])('no fresh_code_required at %s for %j, which takes away or is anybody’s', async (path, fields) => {
    const [status, code] = await send(path, fields);
    expect([[200, 409].includes(Number(status)), code]).toEqual([
      true,
      status === 200 ? undefined : 'state_conflict',
    ]);
  });
});
