import { createProcessAttempts } from '@latchkey/attempts';
import { exampleValues, generalCodes } from '@latchkey/contracts';
import { hashSecret } from '@latchkey/secrets';
import { createSample, request } from '@latchkey/testing';
import { accountClientId, ssoClientId } from '@latchkey/tokens';
import { generateSync } from 'otplib';
import type { Response } from 'supertest';
import { appTokenAccess } from '../../src/access/app-token-access.ts';
import { clientAccess } from '../../src/access/client-access.ts';
import { payloadAccess } from '../../src/access/payload-access.ts';
import { legacyRoutes, routes } from '../../src/routes.ts';
import { completeFields } from '../fields/complete-fields.ts';
import { addTestRecords, fieldTable } from '../fields/field-table.ts';
import {
  issueApp,
  makeAccount,
  makeClient,
  makeSession,
  openSession,
  password,
  root,
  totpSecret,
} from '../setup/accounts.ts';
import { createTestService, dropKey, serviceKey, type TestService } from '../setup/create-test-service.ts';
import { startMs } from '../setup/signer.ts';
import { database } from '../setup/test-database.ts';

/**
 * No input may produce a 500 or a page: contract part 0 "Envelope". Every value is tried at one field of each kind, some
 * at one plain text of each name, one value at every other field. Bodies that cannot be read are tried likewise at the
 * routes of each access. `npm run test:all` tries everything everywhere.
 */

type Good = Readonly<Record<string, unknown>>;
/** Good values of fields that must name a record of this test; of all others, the examples of the API documents are good. */
const usual: Good = {
  user_id: makeAccount().id,
  id: '22222222-2222-4222-8222-222222222222',
  session_id: '22222222-2222-4222-8222-222222222222',
  'auth.pass': password,
  'auth.code': generateSync({ secret: totpSecret, epoch: startMs / 1000 }),
  new_password: 'a new password, long enough',
  slug: 'new-org',
  name: 'New',
  type: 'confidential',
  org: 'acme',
  role: 'member',
  kind: 'admin',
  asks: 'off',
  verified: true,
  events: [],
  invite: '22222222-2222-4222-8222-222222222222',
  email: 'new@example.test',
  source: 'demo-cli',
  target: 'target',
  scopes: ['email'],
  client_id: 'client-a',
  client_ids: ['client-a'],
  user_ids: [makeAccount().id],
  sid: '22222222-2222-4222-8222-222222222222',
  sub: makeAccount().id,
  token_use: 'user',
  iat: startMs / 1000,
  ip: '192.0.2.1',
  user_agent: 'Browser',
  token: `rs_${'a'.repeat(43)}`,
};
function goodValue({ properties }: AnyRoute['input'], name: string): unknown {
  type Node = { readonly examples?: readonly unknown[]; readonly enum?: readonly unknown[] };
  const { examples, enum: choices } = (properties as Readonly<Record<string, Node>>)[name] ?? {};
  const known = usual[name] ?? examples?.[0] ?? exampleValues[name];
  // Two routes may choose among different values under one name.
  return choices?.includes(known) === false ? choices[0] : (known ?? 'x');
}
/** A field that says the same as another is tried in its place. */
const insteadOf: Readonly<Record<string, string>> = {
  email: 'user_id',
  'auth.id': 'auth.user',
  token: 'auth.token',
  'deadDrop.id': 'relay',
  'deadDrop.key': 'relay',
};

const text = (value: unknown) => JSON.stringify(value);
/** JSON as it is sent, as some of it cannot be the value of anything here. */
const hostile: readonly string[] = [
  'null [] {} [[]] 42 -1 1e400 true "" "\\u0000" "\\ud800" {"__proto__":{"a":1}}'.split(' '),
  ['" "', '{"constructor":{"prototype":{}}}', '{"a":{"b":[{"c":{}}]}}'],
  ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'é'.repeat(600), 'x'.repeat(9_000)].map(text),
  ["' OR 1=1; DROP TABLE users --", '(a+)+$', '\r\nX-A: 1'].map(text),
  ['A1B2C3D4-0000-4000-8000-ABCDEFABCDEF'].map(text),
].flat();

const every = [...routes, ...legacyRoutes];
type AnyRoute = (typeof every)[number];
const ofApps: readonly unknown[] = [appTokenAccess, clientAccess];

interface RouteField {
  readonly route: AnyRoute;
  readonly field: string;
}
/** What the schema of a field says, but for its choices and bounds: all of these are read by the same code. */
function kindOf({ route, field }: RouteField): string {
  const { enum: choices, errorCode = '', ...schema } = route.input.properties[field] ?? {};
  const { description: _words, examples: _examples, maxLength: _most, maxItems: _many, ...kind } = schema;
  return choices === undefined ? JSON.stringify(kind) : `one of some, else ${errorCode}`;
}
const fields = every.flatMap((route) =>
  Object.keys(route.input.properties).map((field) => ({ route, field })),
);
const sample = createSample(fields, kindOf);
/** A plain text is read for what its name says. */
const isPlain = (one: RouteField) => ['{}', '{"type":"string"}'].includes(kindOf(one));
const named = createSample(fields.filter(isPlain), ({ field }) => field);
/** Of the five fields that every guarded route reads alike, each route is tried with one. */
const groupOf = ({ route, field }: RouteField) => route.input.properties[field]?.group;
const isAlike = (one: RouteField, at: number) =>
  groupOf(one) === 'TokenFields' && fields.indexOf(one) % 5 !== at % 5 && !sample.has(one);
const telling = new Set([' ', '\0', '\ud800', 'x'.repeat(9_000), "' OR 1=1; DROP TABLE users --"].map(text));
/** Every value for the fields of the sample. The others take turns, so that together they get every value. */
const valuesAt = new Map(
  fields.map((field, at) => {
    const all = [...hostile, 'itself', 'itself, nested'];
    if (sample.has(field)) return [field, all] as const;
    if (named.has(field))
      return [field, all.filter((value) => telling.has(value) || value === 'itself')] as const;
    const isSkipped = isAlike(field, every.indexOf(field.route));
    return [field, isSkipped ? [] : all.filter((_, turn) => turn === at % all.length)] as const;
  }),
);
let service: TestService;
let count = 0;
/** Of the caller. To sign one costs more than a request, so it is kept until a request succeeds, which may end it. */
let token: string | undefined;
/** Whether the records of a good request are as they should be; one that succeeds may change them. */
let isPrepared = false;
beforeEach(async () => {
  service = createTestService({ legacyAuth: 'on' });
  [token, isPrepared] = [undefined, false];
});

/** All that a good request needs to be there. */
async function putRecords({ path, access }: AnyRoute): Promise<void> {
  await addTestRecords(service);
  const sealed = service.secrets.seal(totpSecret, root.id);
  const totp = path.endsWith('/totp/disable') ? sealed : null;
  await service.accounts.add({ ...root, totpSecret: totp, totpPending: sealed });
  await database.prisma.user.update({ where: { id: root.id }, data: { totpLastStep: null } });
  if (path.endsWith('/step_up')) await addRoot(String(usual['token']));
  if (ofApps.includes(access)) await addApps();
  else await service.clients.add(makeClient({ clientId: 'target' }));
}

/** What lets the caller in, and all that the route requires; made again, as a request may change or spend it. */
async function makeGood(route: AnyRoute): Promise<Good> {
  const { path, access, input } = route;
  if (!isPrepared) await putRecords(route);
  isPrepared = true;
  Object.assign(service.context, { attempts: createProcessAttempts({ now: service.clock.now }) });
  const row = fieldTable.find((one) => one.path === path);
  if (row !== undefined) return completeFields(service, row);
  // The service makes a client's secret itself.
  const optional = path.endsWith('/client_password/change') ? [] : ['new_password'];
  const names = [
    ...(input.required ?? []),
    'user_id',
    'auth.pass',
    'auth.code',
    ...optional,
    'target',
    'locale',
  ];
  const own = Object.fromEntries(
    names.filter((name) => name in input.properties).map((name) => [name, goodValue(input, name)]),
  );
  if (path.startsWith('/internal/')) return own;
  if (ofApps.includes(access)) {
    token ??= await openApp();
    return { ...own, token };
  }
  token ??= path.includes('/me/passkey/') ? await openPage() : (await openSession(service, root)).token;
  return { ...own, 'auth.token': token };
}

/** A sign-in at sso's page; answers its id. */
async function addRoot(rootToken: string | null = null): Promise<string> {
  const [id, createdAt] = [service.context.newId(), new Date(service.clock.now())];
  const tokenHash = rootToken === null ? null : hashSecret(rootToken);
  if (tokenHash !== null) await database.prisma.session.deleteMany({ where: { tokenHash } });
  const signedIn = { kind: 'root', rootId: null, clientId: ssoClientId, userId: root.id, tokenHash } as const;
  await service.sessions.add(makeSession({ id, ...signedIn, createdAt, authTime: createdAt }));
  return id;
}

/** Only the account page of sso adds a passkey. */
async function openPage(): Promise<string> {
  const id = await addRoot();
  const browser = { ip: '203.0.113.50', user_agent: 'Test/1.0' };
  const page = { client_id: accountClientId, scope: 'account', browser };
  return service.signer.signToken({ sub: root.id, sid: id, pk: root.kind, ...page });
}

async function addApps(): Promise<void> {
  for (const clientId of ['client-a', 'target'])
    await service.clients.add(
      makeClient({ clientId, type: 'confidential', grantTypes: ['client_credentials'] }),
      [{ hash: hashSecret(password), expiresAt: null }],
    );
  await service.connections.add({ source: 'client-a', target: 'target', scopes: ['account'] });
}

async function openApp(): Promise<string> {
  const { token: opened } = await issueApp(service, 'client-a');
  service.siblings.active.add(opened);
  return opened;
}

/** Of the service that may call. */
const keyOf = (path: string) => (/\/(askers\/find|log_drops)$/.test(path) ? dropKey : serviceKey);

/** Each from a network of its own, so that no budget ends what is tried. */
function post(path: string, headers: Record<string, string> = {}) {
  count += 1;
  const ip = `10.${count >> 8}.${count & 255}.1`;
  const key = path.startsWith('/internal/') ? { authorization: `Bearer ${keyOf(path)}` } : {};
  return request(service.app)
    .post(path)
    .set({ 'content-type': json, 'x-forwarded-for': ip, ...key, ...headers });
}

const codes: readonly unknown[] = [...generalCodes, 'invalid_dpop_proof'];

/** What is wrong with an answer, if anything. */
function findFault({ status, type, charset, body, headers }: Response): string | undefined {
  if (status >= 500) return `status ${status} ${body.code}`;
  if (type !== 'application/json' || charset !== 'utf-8') return `type ${type}`;
  if (headers['content-disposition'] !== undefined) return undefined;
  if (status === 200) return body.status === 1 && body.data !== undefined ? undefined : 'no envelope';
  const { status: flag, comment, message, code, data, request_id: id } = body;
  const isEnvelope = flag === 0 && comment === message && data === null && typeof id === 'string';
  return isEnvelope && codes.includes(code) ? undefined : `no envelope: ${JSON.stringify(body)}`;
}

/** Failures that a route does not list are in the log as errors, whatever was answered. */
const logged = () => service.logged.filter((line) => line.includes('"level":"error"'));

test.each(every.map((route) => [route.path, route] as const))(
  'never a 500 nor a page from %s, whatever is in a field',
  async (path, route) => {
    expect([200, 404, 409]).toContain((await post(path).send(await makeGood(route))).status);
    [token, isPrepared] = [undefined, false];
    const faults: string[] = [];
    for (const one of fields.filter((each) => each.route === route)) {
      const { field } = one;
      for (const kind of valuesAt.get(one) ?? []) {
        const { [field]: own, [insteadOf[field] ?? '']: _other, ...rest } = await makeGood(route);
        const good = own ?? goodValue(route.input, field);
        const value =
          kind === 'itself' ? text([good]) : kind === 'itself, nested' ? text([good, [good]]) : kind;
        const body = text({ ...rest, [field]: 0 }).replace(/0}$/, () => `${value}}`);
        const answer = await post(path).send(body);
        if (answer.status === 200) [token, isPrepared] = [undefined, false];
        const fault = findFault(answer);
        if (fault !== undefined) faults.push(`${field}: ${value.slice(0, 40)}: ${fault}`);
      }
    }
    expect([faults, logged()]).toEqual([[], []]);
    expect([200, 404, 409]).toContain((await post(path).send(await makeGood(route))).status);
  },
);

const deep = `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const bodies: readonly (readonly [string, string, Record<string, string>, number, string])[] = [
  ['JSON that breaks off', '{"auth":{"user":"a"', {}, 400, 'malformed_body'],
  ['no object', '[{"auth":{}}]', {}, 400, 'malformed_body'],
  ['a key of prototypes', '{"__proto__":{"a":1}}', {}, 400, 'malformed_body'],
  ['bytes that are no UTF-8', 'a=%FF', { 'content-type': form }, 400, 'malformed_body'],
  ['a thousand brackets', deep, {}, 400, 'too_deep'],
  ['what it says is gzip', '{}', { 'content-encoding': 'gzip' }, 415, 'unsupported_encoding'],
  ['latin1', '{}', { 'content-type': `${json}; charset=iso-8859-1` }, 415, 'unsupported_charset'],
  ['two content types', '{}', { 'content-type': `${json}, text/plain` }, 415, 'unsupported_media_type'],
  ['a page', '<a/>', { 'content-type': 'text/html' }, 415, 'unsupported_media_type'],
  ['too much', `{"a":"${'x'.repeat(101 * 1024)}"}`, {}, 413, 'too_large'],
];

const accesses: readonly unknown[] = [...new Set(every.map(({ access }) => access))];
const withEveryBody = createSample(every, ({ access }) => accesses.indexOf(access));
const bodiesAt = every.map((route, at) => {
  const tried = bodies.filter((_, turn) => withEveryBody.has(route) || turn === at % bodies.length);
  return [route.path, tried] as const;
});

test.each(bodiesAt)('400, 413 or 415 from %s for a body that cannot be read', async (path, tried) => {
  const answers = [];
  for (const [name, body, headers] of tried) {
    const answer = await post(path, headers).send(body);
    answers.push([name, answer.status, answer.body.code, findFault(answer)]);
  }
  expect(answers).toEqual(tried.map(([name, , , status, code]) => [name, status, code, undefined]));
  expect(service.siblings.asked).toEqual([]);
  expect(logged()).toEqual([]);
});

test('payload routes are tried with a payload', () => {
  const paths = every.filter(({ access }) => access === (payloadAccess as unknown)).map(({ path }) => path);
  expect(fieldTable.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
});
