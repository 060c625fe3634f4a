import type { Request } from 'express';
import { readRequestInfo } from './request-info.ts';

function readUserAgent(bytes: Buffer): string | undefined {
  const sent = bytes.toString('latin1');
  const request = {
    method: 'GET',
    path: '/',
    url: '/',
    headers: {},
    headersDistinct: { 'user-agent': [sent] },
    app: { get: () => () => false },
    socket: {},
    get: () => undefined,
  } as unknown as Request; // Nothing else of it is read.
  const reports = {
    id: 'a',
    traceparent: '',
    isGone: async () => false,
    ageMs: () => 0,
    note: () => undefined,
    refusedKey: () => undefined,
    unknownCaller: () => undefined,
  };
  return readRequestInfo(request, reports).header('User-Agent');
}

test.each(['Test/1.0', 'Köln/1.0', '日本アプリ/2'])(
  'the user agent %s in UTF-8 is read as it was sent',
  (name) => {
    expect(readUserAgent(Buffer.from(name))).toBe(name);
  },
);

test('a user agent that is no UTF-8 is read as Latin-1', () => {
  expect(readUserAgent(Buffer.from('Köln/1.0', 'latin1'))).toBe('Köln/1.0');
});
