import {
  accountCalls,
  completeOutput,
  mostLookUps,
  ownAccountCalls,
  userApiCalls,
  type SchemaNode,
} from '@latchkey/contracts';
import { createAppClient, request } from '@latchkey/testing';
import { ssoClientId } from '@latchkey/tokens';
import { routes } from '../../src/routes.ts';
import { acme, makeAccount, makeClient, openSession, password } from '../setup/accounts.ts';
import { createTestService, dropKey, serviceKey } from '../setup/create-test-service.ts';
import { startMs } from '../setup/signer.ts';

const account = makeAccount();
interface Answer {
  readonly ok: boolean;
}

async function createCaller() {
  const service = createTestService();
  await service.accounts.add(account, [acme]);
  await service.clients.add(makeClient({ grantTypes: ['client_credentials'] }), [
    { hash: 'aa', expiresAt: null },
  ]);
  const agent = request(service.app);
  return { service, call: createAppClient(agent, serviceKey), callAsDrop: createAppClient(agent, dropKey) };
}

type Caller = Awaited<ReturnType<typeof createCaller>>;

async function signIn({ service, call }: Caller) {
  const relay = service.siblings.relay({ purpose: 'user_root_session', client_id: ssoClientId });
  const body = { relay, 'auth.user': account.email, 'auth.pass': password };
  return await call({ to: userApiCalls.openRootSession, body });
}

async function rootToken(caller: Caller): Promise<string> {
  const answer = await signIn(caller);
  if (!answer.ok) throw new Error(`refused with ${answer.code}`);
  return answer.data.root.token;
}

/** Each call as its sibling makes it; the client validates what comes back. */
const calls: Record<keyof typeof userApiCalls, (caller: Caller) => Promise<Answer>> = {
  async findApis({ service, call }) {
    const at = new Date(startMs);
    const times = { archivedAt: null, createdAt: at, updatedAt: at };
    const scopes = [{ name: 'read', words: { en: 'See' } }];
    const about = { audience: 'https://a.test', name: 'A', clientId: null, scopes };
    await service.apis.add({ id: account.id, ...about, ...times });
    const answer = await call({ to: userApiCalls.findApis, body: { audiences: ['https://a.test'] } });
    expect(answer).toMatchObject({ data: { apis: [{ audience: 'https://a.test', scopes }] } });
    return answer;
  },
  findClients: ({ call }) => call({ to: userApiCalls.findClients, body: { client_ids: ['client-a'] } }),
  findStandings: ({ call }) => call({ to: userApiCalls.findStandings, body: { user_ids: [account.id] } }),
  findChanges: ({ call }) => call({ to: userApiCalls.findChanges, body: { since: '1' } }),
  async viewRootSession(caller) {
    const body = { token: await rootToken(caller) };
    return await caller.call({ to: userApiCalls.viewRootSession, body });
  },
  async stepUpRootSession(caller) {
    const token = await rootToken(caller);
    await caller.service.accounts.add({ ...account, kind: 'admin' });
    const shown = { token, asks: 'off', 'auth.pass': password } as const;
    const body = { ...shown, ip: '192.0.2.1', user_agent: 'Browser' };
    return await caller.call({ to: userApiCalls.stepUpRootSession, body });
  },
  async revokeRootSession(caller) {
    const body = { token: await rootToken(caller), ip: '192.0.2.1', user_agent: 'Browser' };
    return await caller.call({ to: userApiCalls.revokeRootSession, body });
  },
  async viewSession({ service, call }) {
    const { sessionId: sid } = await openSession(service, account);
    const body = { sid, sub: account.id, token_use: 'user', iat: startMs / 1000 } as const;
    return await call({ to: userApiCalls.viewSession, body });
  },
  async endSession({ service, call }) {
    const { sessionId: sid } = await openSession(service, account);
    const who = { client_id: 'demo-cli', ip: '192.0.2.1', user_agent: 'curl/8.5.0' };
    return await call({ to: userApiCalls.endSession, body: { sid, token_use: 'user', ...who } });
  },
  logEvents({ call }) {
    const [id, created_at] = [crypto.randomUUID(), new Date(startMs).toISOString()];
    const from = { request_ip: '192.0.2.1', browser_ip: '192.0.2.2' };
    const event = { id, type: 'admin.refused', reason: 'other_network', created_at, ...from } as const;
    const events = [{ ...event, user_id: account.id, client_id: 'demo-cli' }];
    return call({ to: userApiCalls.logEvents, body: { events } });
  },
  findAsker: ({ callAsDrop }) =>
    callAsDrop({ to: userApiCalls.findAsker, body: { kind: 'user', id: account.id } }),
  logDropEvents({ callAsDrop }) {
    const [id, created_at] = [crypto.randomUUID(), new Date(startMs).toISOString()];
    const events = [{ id, type: 'drop.filled', created_at, owner: account.id } as const];
    return callAsDrop({ to: userApiCalls.logDropEvents, body: { events } });
  },
  openRootSession: signIn,
  async issueCredential({ service, call }) {
    const claims = { purpose: 'client_credentials', client_id: 'client-a', scope: 'openid' } as const;
    const aud_list = makeClient().audiences;
    const relay = service.siblings.relay({ ...claims, aud_list: [...aud_list] });
    return await call({ to: userApiCalls.issueCredential, body: { relay } });
  },
};

test.each(Object.entries(calls))('%s: the answer fits its contract', async (_name, make) => {
  expect(await make(await createCaller())).toMatchObject({ ok: true });
});

test.each<[string, Parameters<typeof makeAccount>[0]]>([
  ['whose tokens are void', { tokensValidAfter: new Date(startMs) }],
  ['that keeps a family', { keptFamilyId: 'family', keptValidAfter: new Date(startMs) }],
  ['that is disabled', { status: 'disabled' }],
  ['without a name', { name: '' }],
])('findStandings: the answer fits for an account %s', async (_what, changes) => {
  const { service, call } = await createCaller();
  await service.accounts.add(makeAccount(changes));
  const answer = await call({ to: userApiCalls.findStandings, body: { user_ids: [account.id] } });
  expect(answer).toMatchObject({ ok: true, data: { standings: [{ user_id: account.id }] } });
});

test('findClients: the answer fits for a client with settings of its own and without secrets', async () => {
  const { service, call } = await createCaller();
  const own = { deviceCodeTtlSeconds: 300, pollIntervalSeconds: 7, archivedAt: new Date(startMs) };
  await service.clients.add(makeClient({ clientId: 'client-b', ...own }), []);
  const answer = await call({ to: userApiCalls.findClients, body: { client_ids: ['client-b'] } });
  expect(answer).toMatchObject({ ok: true, data: { clients: [{ archived: true, secret_hashes: [] }] } });
});

test('as many of the longest ids as sso looks up at one moment pass the limits of a body', async () => {
  const { call } = await createCaller();
  const ids = Array.from({ length: mostLookUps }, (_, index) => String(index).padEnd(256, '"'));
  const answers = [
    await call({ to: userApiCalls.findClients, body: { client_ids: ids } }),
    await call({ to: userApiCalls.findStandings, body: { user_ids: ids } }),
  ];
  expect(answers).toMatchObject([
    { ok: true, data: { clients: [] } },
    { ok: true, data: { standings: [] } },
  ]);
});

/** Where a schema promises less than a reader asks for, by dotted path. */
function listGaps(asked: SchemaNode, promised: SchemaNode, path = ''): string[] {
  const [types, known] = [asked, promised].map(({ type = [] }) => [type].flat());
  const allows = (value: unknown) => !Array.isArray(asked.enum) || asked.enum.includes(value);
  const isWider =
    known?.some((type) => !types?.includes(type)) ||
    [promised.enum ?? []].flat().some((value) => !allows(value));
  const fields = Object.entries(asked.properties ?? {}).flatMap(([name, node]) => {
    const field = promised.properties?.[name];
    const isMissing =
      field === undefined || (asked.required?.includes(name) && !promised.required?.includes(name));
    return isMissing ? [`${path}.${name}`] : listGaps(node, field, `${path}.${name}`);
  });
  const items = asked.items && promised.items ? listGaps(asked.items, promised.items, `${path}[]`) : [];
  return [...(isWider ? [path] : []), ...fields, ...items];
}

test.each(Object.entries({ ...accountCalls, ...ownAccountCalls }))(
  '%s: the public route takes what sso sends, and promises what sso reads',
  (_name, { path, input, output }) => {
    const route = routes.find((one) => one.path === path);
    const { properties = {}, required = [] } = route?.input ?? {};
    const promised = completeOutput({ type: 'object', ...route?.output });
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(input.properties)));
    expect(Object.keys(input.properties)).toEqual(expect.arrayContaining([...required]));
    expect(listGaps(completeOutput({ type: 'object', ...output }), promised)).toEqual([]);
  },
);
