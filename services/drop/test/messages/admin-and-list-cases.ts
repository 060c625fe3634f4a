import type { Body, Case } from './message-case.ts';

/** The gate of /v1/admin, and both lists. */
export const adminAndListCases: Case[] = [
  {
    path: '/v1/admin/get',
    caller: 'admin',
    state: 'none',
    body: { key: '' },
    status: 404,
    message: 'Drop not found',
    code: 'not_found',
    field: 'id',
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
        field: 'token',
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
    field: 'id',
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
  ...['/v1/drop/list', '/v1/admin/list'].flatMap((path) => [
    ofListing(path, { cursor: '' }, 'invalid_cursor', 'cursor'),
    ofListing(path, { cursor: 'x', offset: 'no' }, 'invalid_cursor', 'cursor'),
    ofListing(path, { offset: '1.0', page_number: 'no' }, 'invalid_offset', 'offset'),
    ofListing(path, { page_number: 0 }, 'invalid_page_number', 'page_number'),
    ofListing(path, { status: 'gone' }, 'invalid_filter', 'status'),
    ofListing(path, { kind: 'A' }, 'invalid_filter', 'kind'),
    ofListing(path, { kind: 7 }, 'invalid_filter', 'kind'),
  ]),
  ofListing('/v1/admin/list', { owner: 7 }, 'invalid_filter', 'owner'),
  ofListing('/v1/admin/list', { owner: 'x'.repeat(513) }, 'invalid_filter', 'owner'),
];

function ofListing(path: string, body: Body, code: string, field: string): Case {
  return { path, caller: 'admin', body, status: 400, message: 'Invalid', code, field };
}
