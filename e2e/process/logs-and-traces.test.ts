import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { demo } from '../../infra/local/person.ts';
import { postForm, postJson } from '../../infra/local/raw-requests.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { openCollector, type ReceivedSpan } from './collector.ts';
import { canaryEmail, useSecrets } from './use-secrets.ts';
import { loginFields } from './user-api-calls.ts';

let collector: Awaited<ReturnType<typeof openCollector>>;
let stack: Stack;
let secrets: readonly (readonly [what: string, value: string])[];
const traceId = randomBytes(16).toString('hex');
const parent = randomBytes(8).toString('hex');
const headers = { traceparent: `00-${traceId}-${parent}-01` };
const query = 'canary-of-the-query';

beforeAll(async () => {
  collector = await openCollector();
  const talkative = { LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  stack = await startStack({ sso: talkative, 'user-api': talkative, drop: talkative });
  secrets = [...(await useSecrets(stack)), ['query of a token', query]];
  // One trace: a sign-in at user-api, and what it causes at sso.
  await postJson(`${stack.urls.userApi}/auth/user/login`, await loginFields(stack.urls), headers);
  await postForm(`${stack.urls.sso}/token?canary=${query}`, { ...demo.rp, grant_type: query });
  for (const subject of [
    'Your password was changed',
    'One-time codes are on',
    'An operator reset your password',
  ])
    await stack.mailbox.waitFor(canaryEmail, (mail) => mail.subject === subject);
  // A service sends the spans that it holds when it ends.
  await Promise.all(Object.values(stack.processes).map((service) => service.stop()));
});
afterAll(async () => {
  await stack?.stop();
  await collector?.close();
});

/** Six digits also stand in ids and times by chance; there they have neighbours. */
function isIn(text: string, value: string): boolean {
  return value.length > 6
    ? text.includes(value)
    : new RegExp(`(?<![0-9a-f.])${value}(?![0-9a-f])`).test(text);
}
const findSecrets = (text: string) => secrets.filter(([, value]) => isIn(text, value)).map(([what]) => what);

test('no password, token, code, key or query is in any log line of the three services', () => {
  expect(secrets.length).toBeGreaterThan(40);
  const logs = Object.values(stack.processes).map(({ logFile }) => readFileSync(logFile, 'utf8'));
  const routes = ['/device_authorization', '/auth/user/login', '/v1/drop/consume'];
  expect(routes.filter((route, at) => !logs[at]?.includes(route))).toEqual([]);
  expect(findSecrets(logs.join(''))).toEqual([]);
});

test('no secret is in a mail', () => {
  expect(findSecrets(JSON.stringify(stack.mailbox.messages()))).toEqual([]);
});

test('no span holds what a caller sent or got', () => {
  const sent = collector.bodies.join('\n');
  expect(sent).toMatch(/^\/v1\/traces /);
  expect(findSecrets(sent)).toEqual([]);
  expect([demo.email, canaryEmail].filter((address) => sent.includes(address))).toEqual([]);
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
  const line =
    log.split('\n').find((one) => one.includes(traceId) && one.includes('"route":"/auth/user/login"')) ??
    '{}';
  expect(JSON.parse(line)).toMatchObject({ route: '/auth/user/login', trace_id: traceId, status: 200 });
});
