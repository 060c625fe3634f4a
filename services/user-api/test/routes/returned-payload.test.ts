import { ApiError } from '@latchkey/contracts';
import { request } from '@latchkey/testing';
import { generateSync } from 'otplib';
import { errors } from '../../src/errors.ts';
import { completeFields } from '../fields/complete-fields.ts';
import { addTestRecords, fieldTable } from '../fields/field-table.ts';
import { makeAccount, password, totpSecret } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { prove } from '../setup/prove.ts';
import { startMs } from '../setup/signer.ts';

/** A payload whose request ended without a verdict, and the request that comes again. */

const rows = fieldTable.filter(({ path }) => !path.includes('legacy'));
const gone = () => Promise.reject(new ApiError(errors.unavailable, { retryAfterSeconds: 5 }));
const person = { 'auth.user': makeAccount().email, 'auth.pass': password };
const login = '/auth/user/login';
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await addTestRecords(service);
});

const send = (path: string, fields: object) => request(service.app).post(path).send(fields);
const makeRelay = () => service.siblings.relay({ purpose: 'user_login' });

/** Sends a request while sso cannot sign, so that its payload is returned. */
async function sendInVain(path: string, fields: object): Promise<void> {
  const { mintToken } = service.context.sso;
  service.context.sso.mintToken = gone;
  expect((await send(path, fields)).status).toBe(503);
  service.context.sso.mintToken = mintToken;
}

describe.each(rows.map((row) => [row.path, row] as const))('at %s', (path, row) => {
  test.each(['relay', 'deadDrop'])('200 for the same request with its %s after a 503', async (kind) => {
    const { relay, ...fields } = await completeFields(service, row);
    const deadDrop = service.siblings.deadDrop({ purpose: row.purpose, ...row.claims });
    const sent = kind === 'relay' ? { relay, ...fields } : { deadDrop, ...fields };
    const { verifyRelay } = service.context;
    service.context.verifyRelay = gone;
    expect((await send(path, sent)).status).toBe(503);
    service.context.verifyRelay = verifyRelay;
    expect((await send(path, sent)).status).toBe(200);
    expect((await send(path, sent)).body.code).toBe('payload_invalid');
  });

  test('503 without the signing keys, and nothing is consumed', async () => {
    const fields = await completeFields(service, row);
    service.context.assertKeysAtHand = gone;
    expect((await send(path, fields)).status).toBe(503);
    expect(service.siblings.asked).toEqual([]);
  });
});

test('200 for one of 10 parallel copies, and 401 payload_invalid for the others', async () => {
  const fields = { relay: makeRelay(), ...person };
  await sendInVain(login, fields);
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(login, fields)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'payload_invalid')).toHaveLength(9);
});

test('200 after several 503s in a row', async () => {
  const fields = { relay: makeRelay(), ...person };
  for (let attempt = 0; attempt < 3; attempt += 1) await sendInVain(login, fields);
  expect((await send(login, fields)).status).toBe(200);
});

test.each([
  ['another password', login, { 'auth.pass': 'another password' }],
  ['another account', login, { 'auth.user': 'bob@example.test' }],
  ['another device', login, { 'auth.fingerprint': 'another-device-of-the-person' }],
  ['another route', '/auth/user/root-session', {}],
])('401 payload_invalid for %s, which spends the payload', async (_name, path, change) => {
  const fields = { relay: makeRelay(), ...person };
  await sendInVain(login, fields);
  expect((await send(path, { ...fields, ...change })).body.code).toBe('payload_invalid');
  expect((await send(login, fields)).body.code).toBe('payload_invalid');
});

test('401 for a wrong password, which spends the payload', async () => {
  const fields = { relay: makeRelay(), ...person };
  expect((await send(login, { ...fields, 'auth.pass': 'wrong' })).body.code).toBe('invalid_credentials');
  expect((await send(login, fields)).body.code).toBe('payload_invalid');
});

test('401 payload_invalid once the payload has expired', async () => {
  const fields = { relay: makeRelay(), ...person };
  await sendInVain(login, fields);
  service.clock.advance(130);
  expect((await send(login, fields)).body.code).toBe('payload_invalid');
});

test('200 with the same one-time code, which is spent by the session alone', async () => {
  const ada = makeAccount();
  await service.accounts.add({ ...ada, totpSecret: service.secrets.seal(totpSecret, ada.id) });
  const code = generateSync({ secret: totpSecret, epoch: startMs / 1000 });
  const fields = { relay: makeRelay(), ...person, 'auth.code': code };
  await sendInVain(login, fields);
  expect((await send(login, fields)).status).toBe(200);
  const again = await send(login, { ...fields, relay: makeRelay() });
  expect([again.status, again.body.code]).toEqual([401, 'invalid_credentials']);
});

test('200 with the next one-time code', async () => {
  const ada = makeAccount();
  await service.accounts.add({ ...ada, totpSecret: service.secrets.seal(totpSecret, ada.id) });
  const codeAt = (seconds: number) => generateSync({ secret: totpSecret, epoch: startMs / 1000 + seconds });
  const fields = { relay: makeRelay(), ...person };
  await sendInVain(login, { ...fields, 'auth.code': codeAt(0) });
  service.clock.advance(30);
  expect((await send(login, { ...fields, 'auth.code': codeAt(30) })).status).toBe(200);
});

test('200 with a new proof of possession', async () => {
  const path = '/auth/user/exchange';
  const { body } = await send(login, { relay: makeRelay(), ...person });
  const token: string = body.data.root.token;
  const relay = service.siblings.relay({ purpose: 'user_exchange', method: 'session' });
  const fields = { relay, 'auth.token': token, 'auth.method': 'session' };
  await sendInVain(path, { ...fields, 'auth.dpop': prove(service, { path, token }) });
  expect((await send(path, { ...fields, 'auth.dpop': prove(service, { path, token }) })).status).toBe(200);
});

test('503 while the hash gate is full, and nothing is consumed', async () => {
  service.context.passwords.assertRoom = () => {
    throw new ApiError(errors.overloaded, { retryAfterSeconds: 2 });
  };
  const fields = { relay: makeRelay(), ...person };
  const { status, body, headers } = await send(login, fields);
  expect([status, body.code, headers['retry-after']]).toEqual([503, 'overloaded', '2']);
  expect(service.siblings.asked).toEqual([]);
});

test('200 after the turn at the hash gate did not come', async () => {
  const { verify } = service.hash;
  service.hash.verify = () => Promise.reject(new ApiError(errors.overloaded, { retryAfterSeconds: 2 }));
  const fields = { relay: makeRelay(), ...person };
  expect((await send(login, fields)).body.code).toBe('overloaded');
  service.hash.verify = verify;
  expect((await send(login, fields)).status).toBe(200);
});

test('503 of the first failure when the payload cannot be returned, which is reported', async () => {
  const lost = new Error('gone');
  service.context.returnedPayloads.keep = () => Promise.reject(lost);
  const fields = { relay: makeRelay(), ...person };
  await sendInVain(login, fields);
  expect((await send(login, fields)).body.code).toBe('payload_invalid');
  expect(service.lostPayloads).toEqual([lost]);
});

test('401 payload_invalid for a payload that came in another drop before, whatever fails in between', async () => {
  const payload = { purpose: 'user_login', jti: crypto.randomUUID() } as const;
  const [first, second] = [service.siblings.deadDrop(payload), service.siblings.deadDrop(payload)];
  expect((await send(login, { deadDrop: first, ...person })).status).toBe(200);
  const { remember } = service.context.onceMemory;
  service.context.onceMemory.remember = gone;
  expect((await send(login, { deadDrop: second, ...person })).status).toBe(503);
  service.context.onceMemory.remember = remember;
  expect((await send(login, { deadDrop: second, ...person })).body.code).toBe('payload_invalid');
});

test('what is kept shows neither the payload nor its handle', async () => {
  const kept: string[] = [];
  service.context.returnedPayloads.keep = async (...all) => void kept.push(JSON.stringify(all));
  const relay = makeRelay();
  await sendInVain(login, { relay, ...person });
  expect(kept).toHaveLength(1);
  expect(kept.join('')).not.toMatch(new RegExp(`${relay}|eyJ|${password}`));
});
