import { invalid, notFound, type Case } from './message-case.ts';

const unauthenticated = { status: 401, message: 'Authentication required' };
const forbidden = { status: 403, message: 'Admin access required', code: 'forbidden' };

/** The gate of /v1/admin, and both lists. */
export const adminAndListCases: Case[] = [
  { path: '/v1/admin/get', ...notFound, caller: 'admin', state: 'none', body: { key: '' } },
  ...['/v1/admin/get', '/v1/admin/list', '/v1/admin/cleanup'].flatMap((path): Case[] => [
    { path, ...unauthenticated, code: 'token_missing', caller: 'nobody' },
    { path, ...unauthenticated, code: 'token_invalid', caller: 'bad' },
    { path, ...forbidden, caller: 'owner', body: { id: 7, limit: [] } },
    { path, ...invalid('ambiguous_parameter', 'token'), caller: 'owner', body: { token: 'x' } },
  ]),
  { path: '/v1/admin/cleanup', ...invalid('invalid_type', 'id'), caller: 'admin', body: { id: 7 } },
  ...[undefined, null, '', 7].map((bad): Case => ({
    path: '/v1/admin/get',
    ...invalid(bad === 7 ? 'invalid_type' : 'missing_field', 'id'),
    caller: 'admin',
    body: { id: bad },
  })),
  ...['/v1/drop/list', '/v1/admin/list'].flatMap((path): Case[] => [
    { path, ...invalid('invalid_cursor', 'cursor'), caller: 'admin', body: { cursor: '' } },
    { path, ...invalid('invalid_cursor', 'cursor'), caller: 'admin', body: { cursor: 'x', offset: 'no' } },
    {
      path,
      ...invalid('invalid_offset', 'offset'),
      caller: 'admin',
      body: { offset: '1.0', page_number: 'no' },
    },
    { path, ...invalid('invalid_page_number', 'page_number'), caller: 'admin', body: { page_number: 0 } },
    { path, ...invalid('invalid_filter', 'status'), caller: 'admin', body: { status: 'gone' } },
    { path, ...invalid('invalid_filter', 'kind'), caller: 'admin', body: { kind: 'A' } },
    { path, ...invalid('invalid_filter', 'kind'), caller: 'admin', body: { kind: 7 } },
  ]),
  ...[7, 'x'.repeat(513)].map((owner): Case => ({
    path: '/v1/admin/list',
    ...invalid('invalid_filter', 'owner'),
    caller: 'admin',
    body: { owner },
  })),
];
