import { request } from '@latchkey/testing';
import { completeFields } from '../fields/complete-fields.ts';
import { addTestRecords, fieldTable, type PayloadRoute } from '../fields/field-table.ts';
import { countLeft } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { failStep, listSteps } from '../setup/fail-step.ts';

/** What an attempt holds (budgets, a place at the hash gate, its payload) when one of its steps fails. */

const ip = '192.0.2.1';
const login = fieldTable[0]!;

/** The steps of each route in the contract's order; the number is of the call among those of one name. */
const consumed = [
  'attempts.hold',
  'assertKeysAtHand',
  'sso.consumeRelay',
  'verifyRelay',
  'accounts.findNamed',
];
const judged = [
  'attempts.hold 2',
  'attempts.waitMs',
  'hash.verify',
  'attempts.release',
  'attempts.clear',
  'attempts.hold 3',
];
const looked = ['verifyAccessToken', 'sessions.findLive', 'accounts.findById'];
const bounded = ['connections.findActive'];
const exchanged = ['sso.mintToken', 'sessions.touch', 'sessions.start', 'attempts.release'];
const steps: Readonly<Record<string, readonly string[]>> = {
  '/auth/user/login': [...consumed, ...judged, 'sso.mintToken', 'sessions.start'],
  '/auth/user/root-session': [...consumed, ...judged, 'sessions.start'],
  '/auth/member/login': [
    ...consumed,
    ...judged,
    'accounts.listMemberships',
    'sso.mintToken',
    'sessions.start',
  ],
  '/auth/member/root-session': [...consumed, ...judged, 'accounts.listMemberships', 'sessions.start'],
  '/auth/user/exchange': [...consumed, ...looked, ...bounded, ...exchanged],
  '/auth/member/exchange': [...consumed, ...looked, 'accounts.listMemberships', ...bounded, ...exchanged],
  '/auth/signup': [...consumed, 'hash.hash', 'accounts.create', 'attempts.release'],
  '/oauth/client_credentials/issue': [
    ...consumed,
    'clients.find',
    'attempts.hold 2',
    'sso.mintToken',
    'outcomes.keep',
    'credentials.add',
    'attempts.release',
  ],
};
const routes = fieldTable.filter(({ path }) => path in steps);
/** A slot that cannot be released counts until its window ends, whatever the service does. */
const failures = routes.flatMap((row) =>
  (steps[row.path] ?? [])
    .filter((step) => step !== 'attempts.release')
    .map((step) => [row.path, step, row] as const),
);

async function createService(row: PayloadRoute) {
  const service = createTestService();
  await addTestRecords(service);
  const fields = await completeFields(service, row);
  const send = (change: object = {}, from = ip) =>
    request(service.app)
      .post(row.path)
      .set('x-forwarded-for', from)
      .send({ ...fields, ...change });
  return { service, send };
}

function failCall(service: TestService, step: string): () => void {
  const [name = '', call = '1'] = step.split(' ');
  return failStep(service, name, Number(call) - 1);
}

test.each(routes.map((row) => [row.path, row] as const))('200 at %s after these steps', async (path, row) => {
  const { service, send } = await createService(row);
  const seen = listSteps(service);
  expect((await send()).status).toBe(200);
  const last = 'returnedPayloads.keep';
  expect(seen).toEqual([...(steps[path] ?? []).map((step) => step.replace(/ .*/, '')), last]);
});

test.each(failures)('500 at %s when %s fails, and no budget is held', async (_path, step, row) => {
  const { service, send } = await createService(row);
  const mend = failCall(service, step);
  expect((await send()).status).toBe(500);
  mend();
  expect(await countLeft(service, ip)).toEqual([60, 10, 100]);
});

const ofEachKind = failures.filter(([path]) => /member\/(login|exchange)|signup|issue/.test(path));
test.each(ofEachKind)('at %s the same request is 200 after %s has failed', async (_path, step, row) => {
  const { service, send } = await createService(row);
  const mend = failCall(service, step);
  await send();
  mend();
  expect((await send()).status).toBe(200);
});

test.each(
  routes
    .filter(({ path }) => steps[path]?.at(-1) === 'attempts.release')
    .map((row) => [row.path, row] as const),
)(
  '500 at %s when its budget cannot be released after a success, and 200 for the same request again',
  async (_path, row) => {
    const { service, send } = await createService(row);
    const mend = failStep(service, 'attempts.release');
    expect((await send()).status).toBe(500);
    mend();
    service.clock.advance(1);
    expect((await send()).status).toBe(200);
  },
);

test.each(['sso.consumeRelay', 'verifyRelay', 'accounts.findNamed', 'hash.verify', 'sessions.start'])(
  '200 at a login after %s has failed 35 times: no place at the hash gate is lost',
  async (step) => {
    const { service, send } = await createService(login);
    const mend = failStep(service, step);
    for (let attempt = 0; attempt < 35; attempt += 1) expect((await send()).status).toBe(500);
    mend();
    expect((await send()).status).toBe(200);
  },
);

test.each([
  ['payload_invalid', { relay: 'forged' }],
  ['payload_mismatch', { 'auth.client_id': 'other' }],
  ['invalid_credentials', { 'auth.pass': 'wrong' }],
])('200 at a login after 35 answers %s: no place at the hash gate is lost', async (code, change) => {
  const { service, send } = await createService(login);
  for (let attempt = 0; attempt < 35; attempt += 1) {
    const relay = service.siblings.relay({ purpose: 'user_login', ip: `198.51.${attempt}.1` });
    expect((await send({ relay, ...change }, `198.51.${attempt}.1`)).body.code).toBe(code);
  }
  expect((await send({ relay: service.siblings.relay({ purpose: 'user_login' }) })).status).toBe(200);
});

test('500 for a wrong password whose row cannot be written: it counts nowhere and may come again', async () => {
  const { service, send } = await createService(login);
  const mend = failStep(service, 'requestLog.add');
  expect((await send({ 'auth.pass': 'wrong' })).status).toBe(500);
  mend();
  expect(await countLeft(service, ip)).toEqual([60, 10, 100]);
});

test('401 for the same wrong password once its row can be written', async () => {
  const { service, send } = await createService(login);
  const mend = failStep(service, 'requestLog.add');
  await send({ 'auth.pass': 'wrong' });
  mend();
  expect((await send({ 'auth.pass': 'wrong' })).body.code).toBe('invalid_credentials');
  expect(await service.requestLog.entries()).toMatchObject([
    { event: 'user.login', code: 'invalid_credentials' },
  ]);
});
