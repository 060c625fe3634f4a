import { findRepeatedHeader } from './index.ts';

test.each([
  [{ authorization: ['Bearer a', 'Bearer b'] }, 'authorization'],
  [{ authorization: ['Bearer a', 'Bearer a'] }, 'authorization'],
  [{ authorization: ['Basic a', 'DPoP b'] }, 'authorization'],
  [{ authorization: 'Bearer a, Bearer b' }, 'authorization'],
  [{ authorization: ' basic a,DPoP b' }, 'authorization'],
  [{ dpop: ['p', 'p'] }, 'dpop'],
  [{ dpop: 'p, q' }, 'dpop'],
  [{ dpop: ['p,'] }, 'dpop'],
])('%j came twice: %s', (headers, name) => {
  expect(findRepeatedHeader(headers)).toBe(name);
});

test.each([
  {},
  { authorization: [], dpop: undefined },
  { authorization: ['Bearer a'], dpop: ['p'] },
  { authorization: 'Basic dTpw', dpop: 'p' },
  { authorization: 'Digest username="u", realm="r"' },
  { token: ['t', 'u'], cookie: 'a=1, b=2' },
])('%j came once', (headers) => {
  expect(findRepeatedHeader(headers)).toBeUndefined();
});
