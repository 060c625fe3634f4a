import {
  expired,
  invalid,
  keyMissing,
  notFound,
  tokenInvalid,
  tokenMissing,
  type Case,
} from './message-case.ts';

const ownerRequired = {
  status: 403,
  message: 'Owner access required for this drop',
  code: 'owner_required',
};
const notActive = { status: 409, message: 'Drop is not active', code: 'not_active' };

/** The four routes that open a drop. */
export const takeCases: Case[] = [
  ...['/v1/drop/get', '/v1/drop/consume', '/v1/consume', '/v1/admin/get'].flatMap((path) => ofTaking(path)),
  { path: '/v1/drop/get', ...notFound, state: 'none', body: { key: '' } },
  { path: '/v1/drop/consume', ...keyMissing, state: 'none', body: { key: '' } },
  { path: '/v1/consume', ...keyMissing, state: 'none', body: { key: '' } },
  { path: '/v1/consume', ...notFound, state: 'none', caller: 'nobody' },
  { path: '/v1/consume', ...tokenInvalid, state: 'active', caller: 'bad' },
  { path: '/v1/consume', ...tokenInvalid, state: 'anonymous', caller: 'bad' },
  ...(['active', 'consumed', 'revoked', 'expired', 'reserved'] as const).flatMap((state): Case[] => [
    { path: '/v1/consume', ...tokenMissing, state, caller: 'nobody' },
    { path: '/v1/consume', ...ownerRequired, state, caller: 'other' },
    { path: '/v1/consume', ...ownerRequired, state, caller: 'admin' },
  ]),
  ...[undefined, null, '', 7].map((bad): Case => ({
    path: '/v1/consume',
    ...invalid(bad === 7 ? 'invalid_type' : 'missing_field', 'id'),
    body: { id: bad, key: '' },
  })),
];

/** What the four routes that open a drop share. */
function ofTaking(path: string): Case[] {
  const caller = path === '/v1/admin/get' ? 'admin' : 'owner';
  const rows: Omit<Case, 'path'>[] = [
    { ...keyMissing, body: { key: undefined } },
    { ...keyMissing, body: { key: null } },
    { ...keyMissing, body: { key: '' } },
    { ...keyMissing, state: 'expired', body: { key: '' } },
    { ...expired, state: 'expired', body: { key: 'wrong' } },
    ...(['reserved', 'consumed', 'revoked'] as const).map((state) => ({
      ...notActive,
      state,
      body: { key: 'wrong', payload_format: 'no' },
    })),
    { ...invalid('invalid_value', 'payload_format'), body: { payload_format: 'yaml' } },
    { ...invalid('invalid_type', 'key'), body: { key: 7 } },
    { ...invalid('invalid_value', 'key'), body: { key: '€'.repeat(342) } },
    { ...expired, state: 'expired', body: { payload_format: 'no' } },
    { ...invalid('invalid_key', 'key', 403), body: { key: 'wrong' } },
    { ...invalid('invalid_key', 'key', 403), body: { key: 'Right key' } },
  ];
  return rows.map((row) => ({ path, caller, state: 'active', ...row }));
}
