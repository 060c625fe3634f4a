import {
  expired,
  formatInvalid,
  invalid,
  notReserved,
  ofEvery,
  payloadMissing,
  type Body,
  type Case,
} from './message-case.ts';

const ttlInvalid = { status: 400, message: 'Invalid ttl', code: 'invalid_ttl', field: 'ttl' };
const taken = { status: 409, message: 'Drop id already exists', code: 'already_exists', field: 'id' };
const inThePast = {
  ...invalid('invalid_expiry', 'expires_at'),
  message: 'expires_at must be in the future',
};

/** reserve, store and activate. */
export const depositCases: Case[] = [
  ...ofEvery(
    ['reserve', 'store'],
    [
      { ...ttlInvalid, body: { ttl: 0 } },
      { ...ttlInvalid, body: { ttl: 2_592_001 } },
      { ...ttlInvalid, body: { ttl: '1.5' } },
      { ...ttlInvalid, body: { ttl: true } },
      { ...invalid('invalid_value', 'id'), body: { id: 'a b' } },
      { ...invalid('invalid_value', 'id'), body: { id: 'x'.repeat(129) } },
      { ...invalid('invalid_type', 'id'), body: { id: 7 } },
      { ...invalid('invalid_value', 'kind'), body: { kind: 'A' } },
      { ...invalid('invalid_type', 'anonymous'), body: { anonymous: 'yes' } },
      { ...invalid('invalid_type', 'metadata'), body: { metadata: [] } },
      { ...invalid('invalid_value', 'metadata'), body: { metadata: { a: 'x'.repeat(4096) } } },
      { ...invalid('invalid_value', 'metadata'), body: { metadata: nest(9) } },
      { ...invalid('invalid_expiry', 'expires'), body: { expires: 'soon' } },
      { ...invalid('invalid_expiry', 'expires_at'), body: { expires_at: 99_999_999_999 } },
      { ...taken, state: 'active' },
      { ...taken, state: 'expired' },
      { ...ttlInvalid, state: 'active', body: { ttl: -1 } },
      { ...invalid('invalid_value', 'kind'), state: 'active', body: { kind: '!' } },
      { ...ttlInvalid, body: { ttl: 'x', kind: '!', expires_at: 1 } },
    ],
  ),
  ...ofEvery(
    ['reserve', 'store', 'activate'],
    [{ ...invalid('token_use', 'notify'), caller: 'app', body: { notify: true } }],
  ),
  ...ofEvery(
    ['reserve'],
    [
      { ...invalid('invalid_value', 'fillable'), body: { fillable: true, anonymous: true } },
      { ...invalid('invalid_type', 'fillable'), body: { fillable: 'yes' } },
      { ...invalid('invalid_value', 'asks'), body: { asks: 'a key' } },
      { ...invalid('invalid_value', 'asks'), body: { fillable: true, asks: '\u202e\u200b' } },
      { ...invalid('invalid_value', 'asks'), body: { fillable: true, asks: 'ü'.repeat(101) } },
      { ...inThePast, body: { expires_at: 1 } },
      { ...inThePast, body: { expires_at: 1, kind: '!', id: 'a b' } },
    ],
  ),
  ...ofEvery(
    ['store'],
    [
      { ...invalid('invalid_expiry', 'expires_at'), body: { expires_at: 1 } },
      { ...invalid('invalid_value', 'key'), body: { key: 'x'.repeat(1025) } },
      { ...invalid('invalid_type', 'key'), body: { key: 5 } },
      { ...invalid('too_large', 'payload', 413), body: { payload: 'x'.repeat(1024 * 1024 + 1) } },
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
          ...payloadMissing,
          body: { payload, data: payload, payload_format: 'no', ttl: -1, kind: '!' },
        })),
        { ...formatInvalid, body: { payload_format: 'yaml' } },
        { ...formatInvalid, body: { payload_format: 7 } },
        { ...formatInvalid, body: { payload_format: 'base64', payload: 'a' } },
        { ...formatInvalid, body: { payload_format: 'text', payload: {} } },
        { ...formatInvalid, body: { payload_format: 'html', payload: 0 } },
        { ...formatInvalid, body: { payload_format: 'base64', payload: false, ttl: -1, kind: '!' } },
        {
          ...invalid('invalid_value', 'content_type'),
          body: { content_type: String.raw`text/plain; a="b\"` },
        },
      ],
    ).map((row) => (name === 'activate' ? { ...row, state: 'reserved' as const } : row)),
  ),
  ...ofEvery(
    ['activate'],
    [
      { ...expired, state: 'expired', body: { payload: '' } },
      ...(['active', 'consumed', 'revoked'] as const).map((state) => ({
        ...notReserved,
        state,
        body: { payload: '', ttl: -1 },
      })),
      { ...ttlInvalid, state: 'reserved', body: { ttl: '' + 31 * 86_400, kind: '!', expires: 1 } },
      { ...invalid('invalid_expiry', 'expires'), state: 'reserved', body: { expires: 1 } },
    ],
  ),
];

function nest(levels: number): Body {
  return levels === 1 ? {} : { a: nest(levels - 1) };
}
