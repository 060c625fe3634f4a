import { expired, invalid, notFound, type Case } from './message-case.ts';

const keyMissing = { status: 400, message: 'Missing key', code: 'missing_key', field: 'key' };
const notReserved = { status: 409, message: 'Only reserved drops may be activated', code: 'state_conflict' };
const payloadMissing = { status: 400, message: 'Missing payload', code: 'missing_payload', field: 'payload' };
const formatInvalid = {
  status: 400,
  message: 'Invalid payload_format',
  code: 'invalid_payload_format',
  field: 'payload_format',
};

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
