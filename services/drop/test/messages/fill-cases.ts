import {
  expired,
  formatInvalid,
  invalid,
  keyMissing,
  notFound,
  notReserved,
  payloadMissing,
  type Case,
} from './message-case.ts';

const rows: Omit<Case, 'path' | 'caller'>[] = [
  { ...invalid('missing_field', 'id'), body: { id: undefined, key: '' } },
  { ...invalid('invalid_type', 'id'), body: { id: 7, key: '' } },
  { ...keyMissing, body: { key: '', payload: '' } },
  { ...keyMissing, state: 'none', body: { key: null } },
  { ...notFound, state: 'none', body: { payload: '' } },
  { ...notFound, body: { id: 'no such/id%' } },
  ...(['reserved', 'active', 'anonymous', 'consumed', 'revoked', 'expired'] as const).map((state) => ({
    ...notFound,
    state,
  })),
  { ...expired, state: 'overdue', body: { payload: '' } },
  { ...notReserved, state: 'filled', body: { payload: '' } },
  { ...notReserved, state: 'withdrawn', body: { payload: '' } },
  { ...payloadMissing, body: { payload: '', payload_format: 'no', key: 7 } },
  { ...formatInvalid, body: { payload_format: 'yaml', content_type: 'no' } },
  { ...invalid('invalid_value', 'content_type'), body: { content_type: 'no' } },
  { ...invalid('invalid_type', 'key'), body: { key: 7 } },
  { ...invalid('invalid_value', 'key'), body: { key: 'x'.repeat(1025) } },
  { ...invalid('too_large', 'payload', 413), body: { payload: 'x'.repeat(1024 * 1024 + 1) } },
  { ...invalid('invalid_key', 'key', 403) },
];

/** What /v1/fill says, to callers without an account. */
export const fillCases: Case[] = rows.map((row) => ({
  path: '/v1/fill',
  state: 'asked',
  caller: 'nobody',
  ...row,
}));
