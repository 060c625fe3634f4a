import { isRegisteredRedirect, redirectFault } from './redirect-uris.ts';

const printable = 'is no address of at most 1,024 printable ASCII characters';
const inside = 'has a user, a * or a fragment';
const neither = 'is neither https, nor http on 127.0.0.1, [::1] or localhost';

test.each([
  'https://app.example.com/',
  'https://app.example.com/callback?tenant=1',
  'https://app.example.com:8443/callback',
  'https://xn--bcher-kva.example/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:3000/callback',
  'http://localhost:3000/callback',
  `https://app.example.com/${'a'.repeat(1000)}`,
])('any client may register %s', (uri) => {
  expect(redirectFault('confidential', uri)).toBeUndefined();
  expect(redirectFault('public', uri)).toBeUndefined();
});

test.each(['com.example.app:/callback', 'com.example.app://callback'])(
  'only a public client may register %s',
  (uri) => {
    expect(redirectFault('public', uri)).toBeUndefined();
    expect(redirectFault('confidential', uri)).toBe(neither);
  },
);

test.each([
  ['', printable],
  ['/callback', printable],
  ['https://app.example.com/ü', printable],
  ['https://app.example.com/a b', printable],
  ['https://app.example.com/a\nb', printable],
  [`https://app.example.com/${'a'.repeat(1001)}`, printable],
  ['https://app.example.com', 'is written https://app.example.com/'],
  ['HTTPS://App.example.com/', 'is written https://app.example.com/'],
  ['https://app.example.com:443/', 'is written https://app.example.com/'],
  ['https://app.example.com/a/../b', 'is written https://app.example.com/b'],
  ['https://app.example.com/a/%2e%2e/b', 'is written https://app.example.com/b'],
  ['https:\\\\app.example.com/', 'is written https://app.example.com/'],
  ['http://127.1/callback', 'is written http://127.0.0.1/callback'],
  ['https://ada@app.example.com/', inside],
  ['https://ada:secret@app.example.com/', inside],
  ['https://*.example.com/', inside],
  ['https://app.example.com/*', inside],
  ['https://app.example.com/#part', inside],
  ['https://app.example.com/#', inside],
  ['http://app.example.com/', `${neither}, nor of a scheme with a dot`],
  ['http://127.0.0.1.example.com/', `${neither}, nor of a scheme with a dot`],
  ['http://localhost./', `${neither}, nor of a scheme with a dot`],
  ['http://[::2]/', `${neither}, nor of a scheme with a dot`],
  ['myapp:/callback', `${neither}, nor of a scheme with a dot`],
  ['javascript:alert(1)', `${neither}, nor of a scheme with a dot`],
  ['data:text/html,a.b', `${neither}, nor of a scheme with a dot`],
])('nobody may register %j, which %s', (uri, fault) => {
  expect(redirectFault('public', uri)).toBe(fault);
});

const registered = [
  'https://app.example.com/callback',
  'http://127.0.0.1/callback',
  'http://[::1]:3000/callback?a=b',
  'http://localhost:3000/callback',
  'com.example.app:/callback',
];

test.each([
  ...registered,
  'http://127.0.0.1:49152/callback',
  'http://127.0.0.1:80/callback',
  'http://[::1]/callback?a=b',
  'http://[::1]:65535/callback?a=b',
])('%s is registered', (uri) => {
  expect(isRegisteredRedirect(registered, uri)).toBe(true);
});

test.each([
  '',
  'https://app.example.com/callback/',
  'https://app.example.com/Callback',
  'https://app.example.com:443/callback',
  'https://app.example.com:8443/callback',
  'https://app.example.com/callback?',
  'https://app.example.com/callback#',
  'https://app.example.com.evil.example/callback',
  'http://app.example.com/callback',
  'https://127.0.0.1:49152/callback',
  'http://127.0.0.1:49152/callback/other',
  'http://127.0.0.1:65536/callback',
  'http://127.0.0.1:/callback',
  'http://127.0.0.1:1@evil.example/callback',
  'http://127.0.0.1:1.evil.example/callback',
  'http://127.0.0.2:3000/callback',
  'http://[::1]:3000/callback',
  'http://localhost:3001/callback',
  'http://localhost/callback',
  'com.example.app:1/callback',
])('%j is not registered', (uri) => {
  expect(isRegisteredRedirect(registered, uri)).toBe(false);
});
