import { unavailable, type Case } from './message-case.ts';

/** The four routes that open a drop. */
export const takeCases: Case[] = [
  ...['/v1/drop/get', '/v1/drop/consume', '/v1/consume', '/v1/admin/get'].flatMap((path) => ofTaking(path)),
  {
    path: '/v1/drop/get',
    state: 'none',
    body: { key: '' },
    status: 404,
    message: 'Drop not found',
    code: 'not_found',
    field: 'id',
  },
  {
    path: '/v1/drop/consume',
    state: 'none',
    body: { key: '' },
    status: 400,
    message: 'Missing key',
    code: 'missing_key',
    field: 'key',
  },
  {
    path: '/v1/consume',
    state: 'none',
    body: { key: '' },
    status: 400,
    message: 'Missing key',
    code: 'missing_key',
    field: 'key',
  },
  {
    path: '/v1/consume',
    state: 'none',
    caller: 'nobody',
    status: 404,
    message: 'Drop not found',
    code: 'not_found',
    field: 'id',
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
  ...[undefined, null, '', 7].map((bad): Case => ({
    path: '/v1/consume',
    body: { id: bad, key: '' },
    status: 400,
    message: 'Invalid',
    code: bad === 7 ? 'invalid_type' : 'missing_field',
    field: 'id',
  })),
];

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
    {
      state: 'expired',
      body: { key: '' },
      status: 400,
      message: 'Missing key',
      code: 'missing_key',
      field: 'key',
    },
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
    {
      state: 'expired',
      body: { payload_format: 'no' },
      status: 410,
      message: 'Drop has expired',
      code: 'expired',
    },
    { body: { key: 'wrong' }, status: 403, message: 'Invalid', code: 'invalid_key', field: 'key' },
    { body: { key: 'Right key' }, status: 403, message: 'Invalid', code: 'invalid_key', field: 'key' },
  ];
  return rows.map((row) => ({ path, caller, state: 'active', ...row }));
}
