import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { demo } from '../../infra/local/person.ts';
import { postForm, postJson } from '../../infra/local/raw-requests.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { openDevice } from '../client/sign-in.ts';
import { openCollector, type ReceivedSpan } from './collector.ts';
import { dataOf, loginFields } from './user-api-calls.ts';

let collector: Awaited<ReturnType<typeof openCollector>>;
let stack: Stack;
/** What no span may hold, by what it is. */
const secrets = new Map<string, string>([
  ['password', demo.password],
  ['address', demo.email],
]);
const traceId = randomBytes(16).toString('hex');
const fingerprint = `canary-${randomBytes(12).toString('hex')}`;
const parent = randomBytes(8).toString('hex');
const headers = { traceparent: `00-${traceId}-${parent}-01` };

/** One trace: a sign-in at user-api, and what it causes at sso. Then a device flow, and a drop. */
beforeAll(async () => {
  collector = await openCollector();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  stack = await startStack({ sso: traced, 'user-api': traced, drop: traced });
  const fields = await loginFields(stack.urls, { 'auth.fingerprint': fingerprint });
  secrets.set('relay', String(fields['relay']));
  const login = await postJson(`${stack.urls.userApi}/auth/user/login`, fields, headers);
  secrets.set('token', String(dataOf(login)['access_token'])).set('fingerprint', fingerprint);
  const token = await (await openDevice(stack.urls)).accessToken();
  secrets.set('token of a device', token);
  const stored = await postJson(`${stack.urls.drop}/v1/drop/store`, { token, payload: 'canary-payload' });
  secrets.set('payload', 'canary-payload').set('key', String(dataOf(stored)['key']));
  await postForm(`${stack.urls.sso}/token?canary=canary-query`, { ...demo.rp, grant_type: 'canary-grant' });
  secrets.set('query', 'canary-query').set('grant', 'canary-grant');
  // A service sends what it holds when it ends.
  await Promise.all(Object.values(stack.processes).map((service) => service.stop()));
});
afterAll(async () => {
  await stack?.stop();
  await collector?.close();
});

const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
const named = (service: string, name: string): ReceivedSpan => {
  const found = ofTrace().find((span) => span.service === service && span.name === name);
  if (!found)
    throw new Error(`No ${name} of ${service} in ${JSON.stringify(ofTrace().map((one) => one.name))}`);
  return found;
};
const childrenOf = ({ spanId }: ReceivedSpan) => ofTrace().filter((span) => span.parentSpanId === spanId);

test('the request is a child of what its caller sent', () => {
  expect(named('user-api', 'POST /auth/user/login').parentSpanId).toBe(parent);
});

test('a call to sso is a child of the request, and the request at sso a child of the call', () => {
  const mint = '/internal/v1/tokens/mint';
  const calls = childrenOf(named('user-api', 'POST /auth/user/login')).filter(
    ({ name }) => name === `POST ${mint}`,
  );
  expect(calls).toHaveLength(1);
  const answers = ofTrace().filter((span) => span.service === 'sso' && span.name === `POST ${mint}`);
  expect(answers.map(({ parentSpanId }) => parentSpanId)).toEqual(calls.map(({ spanId }) => spanId));
});

test.each([
  ['user-api', 'POST /auth/user/login', 'postgresql', 'insert into outcomes'],
  ['user-api', 'POST /auth/user/login', 'redis', 'set'],
])('%s %s has a child in %s', (service, request, system, name) => {
  const within = childrenOf(named(service, request)).filter(({ attributes }) =>
    attributes.some(({ key, value }) => key === 'db.system.name' && JSON.stringify(value).includes(system)),
  );
  expect(within.map((span) => span.name)).toContain(name);
});

test('every span has a parent in its trace but the first', () => {
  const ids = new Set(collector.spans.map(({ spanId }) => spanId));
  const roots = collector.spans.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId));
  expect(new Set(roots.map(({ name }) => name.split(' ')[0]))).toEqual(new Set(['GET', 'POST']));
  expect(new Set(collector.spans.map(({ service }) => service))).toEqual(
    new Set(['sso', 'user-api', 'drop']),
  );
});

test('the log line of the request has the id of the trace', () => {
  const log = readFileSync(stack.processes['user-api'].logFile, 'utf8');
  const line = log.split('\n').find((one) => one.includes('"route":"/auth/user/login"')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ trace_id: traceId, status: 200 });
});

test('no span holds what a caller sent or got', () => {
  expect([...secrets.values()].every((value) => value.length > 5)).toBe(true);
  const sent = collector.bodies.join('\n');
  expect(sent).toMatch(/^\/v1\/traces /);
  expect([...secrets].filter(([, value]) => sent.includes(value))).toEqual([]);
});
