import { ofEvery, type Body, type Case } from './message-case.ts';

/** reserve, store and activate. */
export const depositCases: Case[] = [
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
      {
        body: { expires_at: 99_999_999_999 },
        status: 400,
        message: 'Invalid',
        code: 'invalid_expiry',
        field: 'expires_at',
      },
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
      {
        state: 'active',
        body: { ttl: -1 },
        status: 400,
        message: 'Invalid ttl',
        code: 'invalid_ttl',
        field: 'ttl',
      },
      {
        state: 'active',
        body: { kind: '!' },
        status: 400,
        message: 'Invalid',
        code: 'invalid_value',
        field: 'kind',
      },
      {
        body: { ttl: 'x', kind: '!', expires_at: 1 },
        status: 400,
        message: 'Invalid ttl',
        code: 'invalid_ttl',
        field: 'ttl',
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
        field: 'expires_at',
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
          body: { content_type: String.raw`text/plain; a="b\"` },
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
        body: { ttl: '' + 31 * 86_400, kind: '!', expires: 1 },
        status: 400,
        message: 'Invalid ttl',
        code: 'invalid_ttl',
        field: 'ttl',
      },
      {
        state: 'reserved',
        body: { expires: 1 },
        status: 400,
        message: 'Invalid',
        code: 'invalid_expiry',
        field: 'expires',
      },
    ],
  ),
];

function nest(levels: number): Body {
  return levels === 1 ? {} : { a: nest(levels - 1) };
}
