import { createTestApp } from '../app/create-test-app.ts';

type Body = Record<string, unknown>;
type State = 'none' | 'reserved' | 'active' | 'anonymous' | 'consumed' | 'revoked' | 'expired';
/** Who calls: nobody, the owner, another principal, an admin, or somebody with a bad token. */
type Caller = 'nobody' | 'owner' | 'other' | 'admin' | 'bad';

interface Case {
  readonly path: string;
  readonly state?: State;
  readonly caller?: Caller;
  readonly body?: Body;
  readonly status: number;
  readonly message: string;
  readonly code: string;
  readonly field?: string;
}

const key = 'right key';
const unavailable = 'Principal id is unavailable';

/** Every (endpoint, message) pair of requirement 3 "Errors", then pairs of faults: the first match wins. */
const cases: Case[] = [
  ...ofEvery(
    ['reserve', 'store', 'activate', 'get', 'consume', 'revoke', 'status', 'delete', 'list'],
    [
      { caller: 'nobody', status: 401, message: unavailable, code: 'token_missing' },
      { caller: 'bad', status: 401, message: unavailable, code: 'token_invalid' },
      {
        body: { token: 'another' },
        status: 400,
        message: 'Invalid',
        code: 'ambiguous_parameter',
        field: 'token',
      },
      {
        caller: 'nobody',
        body: { token: 7 },
        status: 400,
        message: 'Invalid',
        code: 'invalid_type',
        field: 'token',
      },
    ],
  ),
  ...ofEvery(
    ['activate', 'get', 'consume', 'revoke', 'status', 'delete'],
    [
      { body: { id: undefined }, status: 400, message: 'Invalid', code: 'missing_field', field: 'id' },
      { body: { id: '' }, status: 400, message: 'Invalid', code: 'missing_field', field: 'id' },
      { body: { id: null }, status: 400, message: 'Invalid', code: 'missing_field', field: 'id' },
      { body: { id: 7 }, status: 400, message: 'Invalid', code: 'invalid_type', field: 'id' },
      { body: { id: ['x'] }, status: 400, message: 'Invalid', code: 'invalid_type', field: 'id' },
      { state: 'none', status: 404, message: 'Drop not found', code: 'not_found', field: 'id' },
      { body: { id: 'no such/id%' }, status: 404, message: 'Drop not found', code: 'not_found', field: 'id' },
      { caller: 'other', status: 404, message: 'Drop not found', code: 'not_found', field: 'id' },
      { caller: 'admin', status: 404, message: 'Drop not found', code: 'not_found', field: 'id' },
      { caller: 'nobody', body: { id: 7 }, status: 401, message: unavailable, code: 'token_missing' },
    ],
  ),

  ...ofEvery(
    ['reserve', 'store'],
    [
      { body: { ttl: 0 }, status: 400, message: 'Invalid ttl', code: 'invalid_ttl', field: 'ttl' },
      { body: { ttl: 2_592_001 }, status: 400, message: 'Invalid ttl', code: 'invalid_ttl', field: 'ttl' },
      { body: { ttl: '1.5' }, status: 400, message: 'Invalid ttl', code: 'invalid_ttl', field: 'ttl' },
      { body: { ttl: true }, status: 400, message: 'Invalid ttl', code: 'invalid_ttl', field: 'ttl' },
      { body: { id: 'a b' }, status: 400, message: 'Invalid', code: 'invalid_value', field: 'id' },
      { body: { id: 'x'.repeat(129) }, status: 400, message: 'Invalid', code: 'invalid_value', field: 'id' },
      { body: { id: 7 }, status: 400, message: 'Invalid', code: 'invalid_type', field: 'id' },
      { body: { kind: 'A' }, status: 400, message: 'Invalid', code: 'invalid_value', field: 'kind' },
      {
        body: { anonymous: 'yes' },
        status: 400,
        message: 'Invalid',
        code: 'invalid_type',
        field: 'anonymous',
      },
      { body: { metadata: [] }, status: 400, message: 'Invalid', code: 'invalid_type', field: 'metadata' },
      {
        body: { metadata: { a: 'x'.repeat(4096) } },
        status: 400,
        message: 'Invalid',
        code: 'invalid_value',
        field: 'metadata',
      },
      {
        body: { metadata: nest(9) },
        status: 400,
        message: 'Invalid',
        code: 'invalid_value',
        field: 'metadata',
      },
      {
        body: { expires: 'soon' },
        status: 400,
        message: 'Invalid',
        code: 'invalid_expiry',
        field: 'expires',
      },
      { body: { expires_at: 99_999_999_999 }, status: 400, message: 'Invalid', code: 'invalid_expiry' },
      {
        state: 'active',
        status: 409,
        message: 'Drop id already exists',
        code: 'already_exists',
        field: 'id',
      },
      {
        state: 'expired',
        status: 409,
        message: 'Drop id already exists',
        code: 'already_exists',
        field: 'id',
      },
      { state: 'active', body: { ttl: -1 }, status: 400, message: 'Invalid ttl', code: 'invalid_ttl' },
      { state: 'active', body: { kind: '!' }, status: 400, message: 'Invalid', code: 'invalid_value' },
      {
        body: { ttl: 'x', kind: '!', expires_at: 1 },
        status: 400,
        message: 'Invalid ttl',
        code: 'invalid_ttl',
      },
    ],
  ),
  ...ofEvery(
    ['reserve'],
    [
      {
        body: { expires_at: 1 },
        status: 400,
        message: 'expires_at must be in the future',
        code: 'invalid_expiry',
        field: 'expires_at',
      },
      {
        body: { expires_at: 1, kind: '!', id: 'a b' },
        status: 400,
        message: 'expires_at must be in the future',
        code: 'invalid_expiry',
      },
    ],
  ),
  ...ofEvery(
    ['store'],
    [
      {
        body: { expires_at: 1 },
        status: 400,
        message: 'Invalid',
        code: 'invalid_expiry',
        field: 'expires_at',
      },
      {
        body: { key: 'x'.repeat(1025) },
        status: 400,
        message: 'Invalid',
        code: 'invalid_value',
        field: 'key',
      },
      { body: { key: 5 }, status: 400, message: 'Invalid', code: 'invalid_type', field: 'key' },
      {
        body: { payload: 'x'.repeat(1024 * 1024 + 1) },
        status: 413,
        message: 'Invalid',
        code: 'too_large',
        field: 'payload',
      },
      {
        body: { payload: 'x'.repeat(1.5 * 1024 * 1024) },
        status: 413,
        message: 'Invalid',
        code: 'too_large',
      },
    ],
  ),
  ...['store', 'activate'].flatMap((name) =>
    ofEvery(
      [name],
      [
        ...[undefined, null, ''].map((payload) => ({
          body: { payload, data: payload, payload_format: 'no', ttl: -1, kind: '!' },
          status: 400,
          message: 'Missing payload',
          code: 'missing_payload',
          field: 'payload',
        })),
        ...[
          { payload_format: 'yaml' },
          { payload_format: 7 },
          { payload_format: 'base64', payload: 'a' },
          { payload_format: 'text', payload: {} },
          { payload_format: 'html', payload: 0 },
          { payload_format: 'base64', payload: false, ttl: -1, kind: '!' },
        ].map((body) => ({
          body,
          status: 400,
          message: 'Invalid payload_format',
          code: 'invalid_payload_format',
          field: 'payload_format',
        })),
        {
          body: { content_type: 'text' },
          status: 400,
          message: 'Invalid',
          code: 'invalid_value',
          field: 'content_type',
        },
      ],
    ).map((row) => (name === 'activate' ? { ...row, state: 'reserved' as const } : row)),
  ),
  ...ofEvery(
    ['activate'],
    [
      { state: 'expired', body: { payload: '' }, status: 410, message: 'Drop has expired', code: 'expired' },
      ...(['active', 'consumed', 'revoked'] as const).map((state) => ({
        state,
        body: { payload: '', ttl: -1 },
        status: 409,
        message: 'Only reserved drops may be activated',
        code: 'state_conflict',
      })),
      {
        state: 'reserved',
        body: { ttl: '' + 31 * 86_400 },
        status: 400,
        message: 'Invalid ttl',
        code: 'invalid_ttl',
      },
      { state: 'reserved', body: { expires: 1 }, status: 400, message: 'Invalid', code: 'invalid_expiry' },
    ],
  ),

  ...ofEvery(
    ['revoke'],
    [
      { state: 'expired', status: 410, message: 'Drop has expired', code: 'expired' },
      ...(['consumed', 'revoked'] as const).map((state) => ({
        state,
        status: 409,
        message: 'Only reserved or active drops may be revoked',
        code: 'state_conflict',
      })),
    ],
  ),

  ...['/v1/drop/get', '/v1/drop/consume', '/v1/consume', '/v1/admin/get'].flatMap((path) => ofTaking(path)),
  {
    path: '/v1/drop/get',
    state: 'none',
    body: { key: '' },
    status: 404,
    message: 'Drop not found',
    code: 'not_found',
  },
  {
    path: '/v1/drop/consume',
    state: 'none',
    body: { key: '' },
    status: 400,
    message: 'Missing key',
    code: 'missing_key',
  },
  {
    path: '/v1/consume',
    state: 'none',
    body: { key: '' },
    status: 400,
    message: 'Missing key',
    code: 'missing_key',
  },
  {
    path: '/v1/consume',
    state: 'none',
    caller: 'nobody',
    status: 404,
    message: 'Drop not found',
    code: 'not_found',
  },
  {
    path: '/v1/consume',
    state: 'active',
    caller: 'bad',
    status: 401,
    message: unavailable,
    code: 'token_invalid',
  },
  {
    path: '/v1/consume',
    state: 'anonymous',
    caller: 'bad',
    status: 401,
    message: unavailable,
    code: 'token_invalid',
  },
  ...(['active', 'consumed', 'revoked', 'expired', 'reserved'] as const).flatMap((state) => [
    {
      path: '/v1/consume',
      state,
      caller: 'nobody' as const,
      status: 401,
      message: unavailable,
      code: 'token_missing',
    },
    ...(['other', 'admin'] as const).map((caller) => ({
      path: '/v1/consume',
      state,
      caller,
      status: 403,
      message: 'Owner access required for this drop',
      code: 'owner_required',
    })),
  ]),
  {
    path: '/v1/admin/get',
    caller: 'admin',
    state: 'none',
    body: { key: '' },
    status: 404,
    message: 'Drop not found',
    code: 'not_found',
  },
  ...['get', 'list', 'cleanup'].flatMap((name): Case[] => {
    const path = `/v1/admin/${name}`;
    return [
      { path, caller: 'nobody', status: 401, message: 'Authentication required', code: 'token_missing' },
      { path, caller: 'bad', status: 401, message: 'Authentication required', code: 'token_invalid' },
      {
        path,
        caller: 'owner',
        body: { id: 7, limit: [] },
        status: 403,
        message: 'Admin access required',
        code: 'forbidden',
      },
      {
        path,
        caller: 'owner',
        body: { token: 'x' },
        status: 400,
        message: 'Invalid',
        code: 'ambiguous_parameter',
      },
    ];
  }),
  {
    path: '/v1/admin/cleanup',
    caller: 'admin',
    body: { id: 7 },
    status: 400,
    message: 'Invalid',
    code: 'invalid_type',
  },
  ...[undefined, null, '', 7].map((bad): Case => ({
    path: '/v1/admin/get',
    caller: 'admin',
    body: { id: bad },
    status: 400,
    message: 'Invalid',
    code: bad === 7 ? 'invalid_type' : 'missing_field',
    field: 'id',
  })),
  ...[undefined, null, '', 7].map((bad): Case => ({
    path: '/v1/consume',
    body: { id: bad, key: '' },
    status: 400,
    message: 'Invalid',
    code: bad === 7 ? 'invalid_type' : 'missing_field',
    field: 'id',
  })),
  ...['/v1/drop/list', '/v1/admin/list'].flatMap((path) => [
    ofListing(path, { cursor: '' }, 'invalid_cursor', 'cursor'),
    ofListing(path, { cursor: 'x', offset: 'no' }, 'invalid_cursor', 'cursor'),
    ofListing(path, { offset: '1.0', page_number: 'no' }, 'invalid_offset', 'offset'),
    ofListing(path, { page_number: 0 }, 'invalid_page_number', 'page_number'),
    ofListing(path, { status: 'gone' }, 'invalid_filter', 'status'),
    ofListing(path, { kind: 'A' }, 'invalid_filter', 'kind'),
    ofListing(path, { kind: 7 }, 'invalid_filter', 'kind'),
  ]),
];

/** One row for each of some /v1/drop endpoints; the owner calls, about a drop that fits, unless a row says otherwise. */
function ofEvery(names: string[], rows: Omit<Case, 'path'>[]): Case[] {
  return names.flatMap((name) => rows.map((row) => ({ path: `/v1/drop/${name}`, ...row })));
}

function ofListing(path: string, body: Body, code: string, field: string): Case {
  return { path, caller: 'admin', body, status: 400, message: 'Invalid', code, field };
}

/** What the four routes that open a drop share. */
function ofTaking(path: string): Case[] {
  const caller = path === '/v1/admin/get' ? 'admin' : 'owner';
  const rows: Omit<Case, 'path'>[] = [
    ...[undefined, null, ''].map((blank) => ({
      body: { key: blank },
      status: 400,
      message: 'Missing key',
      code: 'missing_key',
      field: 'key',
    })),
    { state: 'expired', body: { key: '' }, status: 400, message: 'Missing key', code: 'missing_key' },
    { state: 'expired', body: { key: 'wrong' }, status: 410, message: 'Drop has expired', code: 'expired' },
    ...(['reserved', 'consumed', 'revoked'] as const).map((state) => ({
      state,
      body: { key: 'wrong', payload_format: 'no' },
      status: 409,
      message: 'Drop is not active',
      code: 'not_active',
    })),
    {
      body: { payload_format: 'yaml' },
      status: 400,
      message: 'Invalid',
      code: 'invalid_value',
      field: 'payload_format',
    },
    { body: { key: 7 }, status: 400, message: 'Invalid', code: 'invalid_type', field: 'key' },
    { body: { key: '€'.repeat(342) }, status: 400, message: 'Invalid', code: 'invalid_value', field: 'key' },
    { body: { key: 'wrong' }, status: 403, message: 'Invalid', code: 'invalid_key', field: 'key' },
    { body: { key: 'Right key' }, status: 403, message: 'Invalid', code: 'invalid_key', field: 'key' },
  ];
  return rows.map((row) => ({ path, caller, state: 'active', ...row }));
}

function nest(levels: number): Body {
  return levels === 1 ? {} : { a: nest(levels - 1) };
}

const app = createTestApp();
let serial = 0;

/** Puts a new drop into a state and answers its id. */
async function prepare(state: State): Promise<string> {
  const id = `drop-${(serial += 1)}`;
  if (state === 'none') return id;
  if (state === 'reserved') {
    await app.postAs('owner', '/v1/drop/reserve', { id }).expect(200);
    return id;
  }
  const anonymous = state === 'anonymous';
  await app.postAs('owner', '/v1/drop/store', { id, key, anonymous, payload: 'hello', ttl: 60 }).expect(200);
  if (state === 'consumed') await app.postAs('owner', '/v1/drop/consume', { id, key }).expect(200);
  if (state === 'revoked') await app.postAs('owner', '/v1/drop/revoke', { id }).expect(200);
  if (state === 'expired') app.clock.advance(60);
  return id;
}

function credential(caller: Caller): Body {
  if (caller === 'nobody') return {};
  if (caller === 'bad') return { 'auth.token': `${app.tokenOf('owner').slice(0, -2)}AA` };
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
      : { id, key };
}

const named = cases.map((row) => {
  const { path, state = defaultState(row.path), caller = 'owner', body = {} } = row;
  const sent = JSON.stringify(body, (_key, value: unknown) => (value === undefined ? 'absent' : value));
  const name = `${row.status} ${row.message} (${row.code}) from ${path} for ${caller}, drop ${state}, ${sent.slice(0, 80)}`;
  return [name, { ...row, state, caller, body }] as const;
});

test.each(named)('%s', async (_name, { path, state, caller, body, status, message, code, field }) => {
  const id = await prepare(state);
  const events = app.events.length;
  const answer = await app.post(path, { ...credential(caller), ...defaultBody(path, id), ...body });
  expect(answer.body).toEqual({
    status: 0,
    comment: message,
    message,
    code,
    data: null,
    request_id: 'request-1',
    ...(field === undefined && answer.body.field !== undefined ? { field: answer.body.field } : {}),
    ...(field === undefined ? {} : { field }),
  });
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(app.events.slice(events).every(({ event }) => event === 'denied')).toBe(true);
  if (answer.body.code !== 'ambiguous_parameter') {
    expect(app.lines.filter((line) => line.includes('unlisted'))).toEqual([]);
  }
});

test('404 of another owner is byte-equal to 404 of an unknown id', async () => {
  const id = await prepare('active');
  for (const path of ['status', 'get', 'consume', 'revoke', 'delete', 'activate'].map(
    (name) => `/v1/drop/${name}`,
  )) {
    const foreign = await app.postAs('other', path, { id, key });
    const unknown = await app.postAs('other', path, { id: 'unknown', key });
    expect(foreign.text).toBe(unknown.text);
    expect(foreign.status).toBe(unknown.status);
  }
});
