import { ApiError } from '@latchkey/contracts/errors';
import fc from 'fast-check';
import { faultOf, formRequest, jsonRequest, queryRequest, readLeaves } from '../test/raw-requests.ts';
import {
  coerceBoolean,
  coerceInteger,
  parseForm,
  parseRequest,
  parserFaults,
  type RawRequest,
} from './index.ts';

const codes = new Set<string>(parserFaults.map((fault) => fault.code));
const forms = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', undefined];

/** Text made of what a reader stumbles over. */
const textOf = (...parts: string[]) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 60 }).map((chosen) => chosen.join(''));
const words = ['"auth"', '"__proto__"', '"constructor"', '"prototype"', '"a"', '"token"', '{"auth":{', '":"'];
const jsonish = textOf(...'{ } [ ] , : " \\ 0 - e'.split(' '), ' ', 'null', '\\u0000', '\\ud800', ...words);
const formish = textOf(
  ...'& = % + [ ] . _ é'.split(' '),
  '%00',
  '%ff',
  'auth',
  'token',
  '__proto__',
  'limit',
);
const requests: fc.Arbitrary<RawRequest> = fc.record({
  query: fc.oneof(formish, fc.string({ unit: 'binary' })),
  contentType: fc.oneof(fc.constantFrom(...forms), fc.string()),
  contentEncoding: fc.option(fc.constantFrom('identity', 'gzip'), { nil: undefined, freq: 9 }),
  body: fc.oneof(
    jsonish.map((text) => Buffer.from(text)),
    formish.map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
  ),
  headers: fc.dictionary(
    fc.constantFrom('authorization', 'dpop', 'token'),
    fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.constantFrom('Bearer a', 'DPoP b', 'c', ''))),
  ),
});

test('nothing but a listed ApiError is ever thrown, and no prototype is touched', () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  fc.assert(
    fc.property(requests, fc.constantFrom('off', 'accept', 'only'), (raw, headerAuth) => {
      try {
        const parsed = parseRequest(raw, { headerAuth });
        for (const name of parsed.names()) {
          for (const read of ['string', 'integer', 'boolean'] as const) faultOf(() => parsed[read](name));
        }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        expect(codes).toContain(error.code);
      }
    }),
    { numRuns: 1000 },
  );
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
});

test('a form throws no error but invalid_request', () => {
  fc.assert(
    fc.property(requests, (raw) => {
      const fault = faultOf(() => parseForm({ ...raw, query: '' }, { repeatable: ['auth', 'limit'] }));
      expect(fault === 'no fault' || fault.code === 'invalid_request').toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('a JSON object without reserved keys comes back equal', () => {
  const objects = fc.dictionary(
    fc.string().filter((key) => !/^(auth|deadDrop|token)/.test(key)),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(objects, (body) => {
      const text = JSON.stringify(body);
      fc.pre(!/__proto__|"constructor":\{/.test(text));
      expect(readLeaves(jsonRequest(text), { maxDepth: 50 })).toEqual(JSON.parse(text));
    }),
  );
});

test('the body wins over the query, leaf by leaf', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'auth.user', 'auth.pass', 'limit');
  const sources = fc.dictionary(
    names,
    fc.string({ unit: fc.constantFrom('x', '&', '=', '%', '+', ' ', 'é') }),
  );
  const encode = (source: Record<string, string>) =>
    Object.entries(source)
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .join('&');
  fc.assert(
    fc.property(sources, sources, (low, high) => {
      const query = encode(low);
      expect(readLeaves(jsonRequest({ ...high }, { query }))).toEqual({ ...low, ...high });
      expect(readLeaves(formRequest(encode(high), { query }))).toEqual({ ...low, ...high });
    }),
  );
});

test('forms and queries agree with URLSearchParams on names and values that are no surprise', () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 6 })
    .filter((part) => part.isWellFormed() && !part.includes('\0'));
  const pairs = fc.uniqueArray(
    fc.tuple(
      text.map((name) => `n${name}`),
      text,
    ),
    { selector: ([name]) => name, maxLength: 8 },
  );
  fc.assert(
    fc.property(pairs, (list) => {
      const encoded = new URLSearchParams(list).toString();
      const leaves = Object.fromEntries(list);
      expect(readLeaves(formRequest(encoded))).toEqual(leaves);
      expect(readLeaves(queryRequest(encoded))).toEqual(leaves);
    }),
  );
});

test('coercion keeps what it takes', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.jsonValue(), (integer, any) => {
      expect(coerceInteger(integer)).toBe(integer + 0);
      if (integer >= 0) expect(coerceInteger(String(integer))).toBe(integer);
      const taken = coerceInteger(any);
      expect(taken === undefined || Number.isSafeInteger(taken)).toBe(true);
      expect([true, false, undefined]).toContain(coerceBoolean(any));
    }),
  );
});
