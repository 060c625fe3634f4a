import { parseRequest } from '@latchkey/request-parser';
import { errors } from '../errors.ts';
import { readInstant, readTerm } from './read-term.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const nowSeconds = nowMs / 1000;

function parse(body: object) {
  const contentType = 'application/json';
  const bytes = Buffer.from(JSON.stringify(body));
  return parseRequest({ query: '', contentType, contentEncoding: undefined, body: bytes, headers: {} });
}

describe('instants', () => {
  test.each([
    ['2026-11-21T12:00:00Z', nowMs],
    ['2026-11-21t12:00:00z', nowMs],
    ['2026-11-21T14:00:00+02:00', nowMs],
    ['2026-11-21T12:00:00.1234567Z', nowMs + 123],
    ['2024-02-29T00:00:00-00:00', Date.UTC(2024, 1, 29)],
    [nowSeconds, nowMs],
    [String(nowSeconds), nowMs],
    [nowMs, nowMs],
    [1e11, 1e11],
    [1e11 - 1, (1e11 - 1) * 1000],
    [0, 0],
  ])('the instant %j is read', (value, expected) => expect(readInstant(value)).toBe(expected));

  test.each([
    '2026-11-21',
    '2026-11-21T12:00:00',
    '2026-11-21 12:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T12:00:60Z',
    '2026-11-21T12:00:00+24:00',
    '-1',
    '1.5',
    ' 1',
    1.5,
    true,
    {},
    [],
  ])('not an instant: %j', (value) => expect(readInstant(value)).toBeUndefined());
});

describe('terms', () => {
  const inHour = { untilMs: nowMs + 3_600_000 };

  test.each([
    [{}, null],
    [{ ttl: null, expires: '', expires_at: null }, null],
    [{ ttl: '' }, null],
    [{ ttl: 1 }, { ttlSeconds: 1, untilMs: null }],
    [{ ttl: '2592000' }, { ttlSeconds: 2_592_000, untilMs: null }],
    [{ expires_at: nowSeconds + 3600 }, { ttlSeconds: null, ...inHour }],
    [
      { expires: nowMs + 3_600_000, expires_at: nowSeconds + 7200, ttl: 60 },
      { ttlSeconds: 60, ...inHour },
    ],
    [{ expires: nowSeconds + 2_592_000 }, { ttlSeconds: null, untilMs: nowMs + 2_592_000_000 }],
  ])('the term of %j is read', (body, expected) => expect(readTerm(parse(body), nowMs)).toEqual(expected));

  test.each([
    [{ ttl: 0, expires_at: 1 }, 'Invalid ttl'],
    [{ ttl: 2_592_001 }, 'Invalid ttl'],
    [{ ttl: 1.5 }, 'Invalid ttl'],
    [{ ttl: '+5' }, 'Invalid ttl'],
    [{ ttl: {} }, 'Invalid ttl'],
    [{ expires_at: nowSeconds }, 'expires_at must be in the future'],
    [{ expires: 'x', expires_at: nowSeconds - 1 }, 'expires_at must be in the future'],
    [{ expires: 1, expires_at: nowSeconds + 60 }, 'expires_at must be in the future'],
    [{ expires: nowSeconds + 2_592_001 }, 'Invalid'],
    [{ expires: 'tomorrow' }, 'Invalid'],
    [{ expires_at: false }, 'Invalid'],
  ])('%j: %s', (body, message) => {
    expect(() => readTerm(parse(body), nowMs, errors.expiryPast)).toThrow(new Error(message));
  });
});
