import request from 'supertest';
import { createWorld, type World } from '../world/create-world.ts';
import { acme, makeAccount, password } from '../world/people.ts';
import { prove } from '../world/prove.ts';

/** Which fields each payload-guarded route reads. Source: requirement 2 "Unguarded routes", in the table's order. */

type Fields = Record<string, string>;
/** One way to spell and carry a request's fields. */
type Carrier = (path: string, fields: Fields) => Promise<{ status: number; body: Answer }>;
interface Answer {
  code?: string;
  data: { member?: unknown; root?: { bound: boolean; token: string }; session?: { id: string } };
}

let world: World;
beforeEach(() => {
  world = createWorld();
  world.accounts.add(makeAccount(), [acme]);
});

const moving = ['user', 'code', 'id', 'method', 'token', 'pass', 'org'].map((name) => `auth.${name}`);
const underscored = (name: string) => (moving.includes(name) ? name.replace('.', '_') : name);

function nest(fields: Fields): object {
  const auth = Object.entries(fields).filter(([name]) => name.startsWith('auth.'));
  const rest = Object.entries(fields).filter(([name]) => !name.startsWith('auth.'));
  return {
    ...Object.fromEntries(rest),
    auth: Object.fromEntries(auth.map(([name, value]) => [name.slice(5), value])),
  };
}

function rename(fields: Fields, to: (name: string) => string): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [to(name), value]));
}

const carriers: [string, Carrier][] = [
  ['a JSON body, dotted', (path, fields) => request(world.app).post(path).send(fields)],
  ['a JSON body, nested', (path, fields) => request(world.app).post(path).send(nest(fields))],
  [
    'a JSON body, underscored',
    (path, fields) => request(world.app).post(path).send(rename(fields, underscored)),
  ],
  ['a form', (path, fields) => request(world.app).post(path).type('form').send(fields)],
  [
    'a form with brackets',
    (path, fields) =>
      request(world.app)
        .post(path)
        .type('form')
        .send(rename(fields, (name) => name.replace(/^auth\.(.+)$/, 'auth[$1]'))),
  ],
  ['the query', (path, fields) => request(world.app).post(path).query(fields).send({})],
];

const person: Fields = {
  'auth.user': 'ada@example.test',
  'auth.pass': password,
  'auth.client_id': 'demo-backend',
};
const routes = [
  ['/auth/user/login', 'user_login', {}],
  ['/auth/user/root-session', 'user_root_session', {}],
  ['/auth/member/login', 'member_login', { org: 'acme' }],
  ['/auth/member/root-session', 'member_root_session', { org: 'acme' }],
] as const;

describe.each(routes)('POST %s', (path, purpose, claims) => {
  const isMember = path.includes('member');
  const isRoot = path.endsWith('root-session');
  const fieldsOf = (more: Fields = {}): Fields => ({
    relay: world.siblings.relay({ purpose, ...claims }),
    ...person,
    ...(isMember ? { 'auth.org': 'acme' } : {}),
    ...more,
  });

  test.each(carriers)('reads its fields out of %s', async (_name, send) => {
    const { status, body } = await send(path, fieldsOf());
    expect(status).toBe(200);
    expect('member' in body.data).toBe(isMember);
  });

  test('reads auth.id and the client that must match', async () => {
    const { 'auth.user': _user, ...named } = fieldsOf({ 'auth.id': makeAccount().id });
    expect((await request(world.app).post(path).send(named)).status).toBe(200);
    const other = await request(world.app)
      .post(path)
      .send(fieldsOf({ 'auth.client_id': 'other' }));
    expect(other.body.code).toBe('payload_mismatch');
  });

  test.each([
    ['auth.fingerprint', !isRoot],
    ['fingerprint', isRoot],
    ['auth_fingerprint', false],
  ])('%s binds: %s', async (name, bound) => {
    const { body } = await request(world.app)
      .post(path)
      .send(fieldsOf({ [name]: 'device' }));
    expect(body.data.root.bound).toBe(bound);
  });

  test.each([
    ['dpop', isRoot],
    ['auth.dpop', false],
    ['auth_dpop', false],
  ])('%s is looked at: %s', async (name, isRead) => {
    const bad = await request(world.app)
      .post(path)
      .send(fieldsOf({ [name]: 'no proof' }));
    expect(bad.body.code).toBe(isRead ? 'invalid_dpop_proof' : undefined);
  });

  test('reads no header', async () => {
    const { 'auth.user': _user, ...nameless } = fieldsOf();
    const { body } = await request(world.app)
      .post(path)
      .set({ 'auth.user': 'ada@example.test', authorization: 'Bearer x', dpop: 'no proof', token: 'x' })
      .send(nameless);
    expect(body).toMatchObject({ code: 'missing_field', field: 'auth.user' });
  });
});

describe.each([
  ['/auth/user/exchange', 'user_exchange', {}],
  ['/auth/member/exchange', 'member_exchange', { org: 'acme' }],
] as const)('POST %s', (path, purpose, claims) => {
  async function fieldsOf(more: Fields = {}): Promise<Fields> {
    const relay = world.siblings.relay({ purpose: 'user_root_session' });
    const root = await request(world.app)
      .post('/auth/user/root-session')
      .send({ relay, ...person });
    return {
      relay: world.siblings.relay({ purpose, method: 'session', ...claims }),
      'auth.token': root.body.data.root.token,
      'auth.method': 'session',
      ...(path.includes('member') ? { 'auth.org': 'acme' } : {}),
      ...more,
    };
  }

  test.each(carriers)('reads its fields out of %s', async (_name, send) => {
    expect((await send(path, await fieldsOf())).status).toBe(200);
  });

  test.each(['auth.dpop', 'dpop'])('reads a proof in %s, with its htu in either spelling', async (name) => {
    const fields = await fieldsOf();
    const htu = `https://user-api.example.test${path}`;
    for (const htuName of ['auth.htu', 'htu']) {
      const relay = world.siblings.relay({ purpose, method: 'session', ...claims });
      const dpop = prove(world, { path, token: fields['auth.token'] ?? '' });
      const bound = { ...fields, relay, [name]: dpop, [htuName]: htu };
      expect((await request(world.app).post(path).send(bound)).body.data.token_type).toBe('DPoP');
    }
  });

  test.each(['auth.fingerprint', 'fingerprint'])('binds to %s', async (name) => {
    await request(world.app)
      .post(path)
      .send(await fieldsOf({ [name]: 'device' }));
    expect(world.siblings.minted.at(-1)).toMatchObject({ fpr: expect.any(String) });
  });

  test.each(['auth_dpop', 'auth_htu', 'auth_fingerprint', 'token'])('does not read %s', async (name) => {
    const { status } = await request(world.app)
      .post(path)
      .send(await fieldsOf({ [name]: 'anything' }));
    expect(status).toBe(200);
    expect(world.siblings.minted.at(-1)).not.toHaveProperty('fpr');
  });

  test('reads no header', async () => {
    const { 'auth.token': token = '', ...fields } = await fieldsOf();
    const { body } = await request(world.app).post(path).set('authorization', `Bearer ${token}`).send(fields);
    expect(body).toMatchObject({ code: 'missing_field', field: 'auth.token' });
  });
});

const guarded = [
  '/auth/user/login',
  '/auth/user/root-session',
  '/auth/user/exchange',
  '/auth/member/login',
  '/auth/member/root-session',
  '/auth/member/exchange',
  '/auth/signup',
  '/oauth/client_credentials/issue',
];

describe.each(guarded)('the payload of POST %s', (path) => {
  const send = (fields: object) => request(world.app).post(path).send(fields);

  test('401 payload_invalid without one, whatever else is missing', async () => {
    for (const fields of [{}, { deadDrop: { key: 'k' } }, { relay: '' }]) {
      const { status, body } = await send(fields);
      expect([status, body.code]).toEqual([401, 'payload_invalid']);
    }
  });

  test('400 payload_conflict with both kinds', async () => {
    const { status, body } = await send({ relay: 'r', 'deadDrop.id': 'i', 'deadDrop.key': 'k' });
    expect([status, body.code]).toEqual([400, 'payload_conflict']);
  });

  test('405 for GET, 415 for another content type', async () => {
    expect((await request(world.app).get(path)).status).toBe(405);
    expect((await request(world.app).post(path).type('text/plain').send('x')).status).toBe(415);
  });
});
