import { createTestApp } from '../app/create-test-app.ts';
import { adminAndListCases } from '../messages/admin-and-list-cases.ts';
import { depositCases } from '../messages/deposit-cases.ts';
import { fillCases } from '../messages/fill-cases.ts';
import { key, type Body, type Caller, type State } from '../messages/message-case.ts';
import { ownCases } from '../messages/own-cases.ts';
import { takeCases } from '../messages/take-cases.ts';

/** Every (endpoint, message) pair of requirement 3 "Errors", and pairs of faults: the first match wins. */
const cases = [...ownCases, ...depositCases, ...takeCases, ...fillCases, ...adminAndListCases];

const app = await createTestApp();
let serial = 0;

/** Puts a new drop into a state and answers its id. */
async function prepare(state: State): Promise<string> {
  const id = `drop-${(serial += 1)}`;
  if (state === 'none') return id;
  if (state === 'reserved') {
    await app.postAs('owner', '/v1/drop/reserve', { id }).expect(200);
    return id;
  }
  if (['asked', 'filled', 'withdrawn', 'overdue'].includes(state)) return ask(id, state);
  const anonymous = state === 'anonymous';
  await app.postAs('owner', '/v1/drop/store', { id, key, anonymous, payload: 'hello', ttl: 60 }).expect(200);
  if (state === 'consumed') await app.postAs('owner', '/v1/drop/consume', { id, key }).expect(200);
  if (state === 'revoked') await app.postAs('owner', '/v1/drop/revoke', { id }).expect(200);
  if (state === 'expired') await app.advance(60);
  return id;
}

async function ask(id: string, state: State): Promise<string> {
  const asked = await app.postAs('owner', '/v1/drop/reserve', { id, fillable: true, ttl: 60 }).expect(200);
  const given = { id, key: asked.body.data.key, payload: 'hello' };
  if (state === 'filled') await app.post('/v1/fill', given).expect(200);
  if (state === 'withdrawn') await app.postAs('owner', '/v1/drop/revoke', { id }).expect(200);
  if (state === 'overdue') await app.advance(60);
  return id;
}

/** Another signature; its first character is significant to the last bit, as its last one is not. */
function spoil(token: string): string {
  const [head, body, signature = ''] = token.split('.');
  return `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
}

function credential(caller: Caller): Body {
  if (caller === 'nobody') return {};
  if (caller === 'bad') return { 'auth.token': spoil(app.tokenOf('owner')) };
  if (caller === 'app')
    return { 'auth.token': app.tokenOf('owner', { token_use: 'app', client_id: 'owner', scope: '' }) };
  return { 'auth.token': app.tokenOf(caller, caller === 'admin' ? { pk: 'admin' } : {}) };
}

function defaultState(path: string): State {
  if (/(reserve|store|list|cleanup)$/.test(path)) return 'none';
  return path.endsWith('activate') ? 'reserved' : 'active';
}

function defaultBody(path: string, id: string): Body {
  if (/(list|cleanup)$/.test(path)) return {};
  return path.endsWith('reserve')
    ? { id }
    : /(store|activate)$/.test(path)
      ? { id, payload: 'x' }
      : { id, key, ...(path.endsWith('fill') && { payload: 'x' }) };
}

const named = cases.map((row) => {
  const { path, state = defaultState(row.path), caller = 'owner', body = {} } = row;
  const sent = JSON.stringify(body, (_key, value: unknown) => (value === undefined ? 'absent' : value));
  const name = `${row.status} ${row.message} (${row.code}) from ${path} for ${caller}, drop ${state}, ${sent.slice(0, 80)}`;
  return [name, { ...row, state, caller, body }] as const;
});

test.each(named)('%s', async (_name, { path, state, caller, body, status, message, code, field }) => {
  const id = await prepare(state);
  const events = (await app.events()).length;
  const answer = await app.post(path, { ...credential(caller), ...defaultBody(path, id), ...body });
  expect(answer.body).toEqual({
    status: 0,
    comment: message,
    message,
    code,
    data: null,
    request_id: 'request-1',
    ...(field === undefined ? {} : { field }),
  });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((await app.events()).slice(events).every(({ event }) => event === 'denied')).toBe(true);
  if (answer.body.code !== 'ambiguous_parameter') {
    expect(app.lines.filter((line) => line.includes('unlisted'))).toEqual([]);
  }
});

test.each(['status', 'get', 'consume', 'revoke', 'delete', 'activate'])(
  '404 from /v1/drop/%s is byte-equal for the drop of another owner and for an unknown id',
  async (name) => {
    const id = await prepare('active');
    const foreign = await app.postAs('other', `/v1/drop/${name}`, { id, key });
    const unknown = await app.postAs('other', `/v1/drop/${name}`, { id: 'unknown', key });
    expect(foreign.text).toBe(unknown.text);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
  },
);
