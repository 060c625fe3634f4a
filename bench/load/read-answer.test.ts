import { readAnswer } from './read-answer.ts';

const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhellonext';
const chunked =
  'HTTP/1.1 400 Bad\r\ntransfer-encoding: chunked\r\n\r\n3\r\nh\u00e9\r\n2\r\nlo\r\n0\r\n\r\nnext';
const empty = 'HTTP/1.1 204 No Content\r\ndate: now\r\n\r\nnext';

test.each([
  ['by its length', whole, { status: 200, body: 'hello', bytes: whole.length - 4 }],
  ['in chunks', chunked, { status: 400, body: 'h\u00e9lo', bytes: Buffer.byteLength(chunked) - 4 }],
  ['without a body', empty, { status: 204, body: '', bytes: empty.length - 4 }],
])('reads an answer %s, and leaves the next one', (_what, text, expected) => {
  expect(readAnswer(Buffer.from(text))).toEqual(expected);
});

test.each([whole, chunked])('waits for the rest', (text) => {
  const end = Buffer.byteLength(text) - 4;
  for (let length = 0; length < end; length += 1)
    expect(readAnswer(Buffer.from(text).subarray(0, length))).toBeUndefined();
});

test('refuses an answer that ends with its connection', () => {
  expect(() => readAnswer(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('without a length');
});
