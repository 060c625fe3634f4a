import type { ApiError } from '@latchkey/errors';
import type { ParsedRequest } from '@latchkey/request-parser';
import type { RequestInfo } from './request-info.ts';
import { serviceAccess } from './service-access.ts';

/** The code of the refusal, or `admitted`. */
function admit(authorization: string | undefined, serviceKeys: readonly (string | undefined)[]): string {
  const request = { header: (name: string) => (name === 'authorization' ? authorization : undefined) };
  try {
    void serviceAccess.admit({ serviceKeys }, {} as ParsedRequest, request as RequestInfo);
    return 'admitted';
  } catch (error) {
    return (error as ApiError).code;
  }
}

const current = 'q8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUe';
const previous = 'previous-v1vXk3mTw9bLc5yHd7fNs2gJ';
const keys = [current, previous];

test.each([
  ['nothing', undefined],
  ['an empty header', ''],
  ['no scheme', current],
  ['another scheme', `Basic ${current}`],
  ['no key', 'Bearer '],
  ['a prefix of the key', `Bearer ${current.slice(0, -1)}`],
  ['a longer key', `Bearer ${current}x`],
  ['another case', `Bearer ${current.toLowerCase()}`],
  ['both keys', `Bearer ${current} ${previous}`],
  ['a line break', `Bearer ${current}\n`],
  ['a huge key', `Bearer ${'x'.repeat(100_000)}`],
  ['the word undefined', 'Bearer undefined'],
])('%s is no master key', (_name, header) => {
  expect(admit(header, [...keys, undefined])).toBe('token_invalid');
});

test('no header is good where no key is set', () => {
  expect(admit('Bearer x', [])).toBe('token_invalid');
  expect(admit('Bearer undefined', [undefined])).toBe('token_invalid');
});

test('the current and the previous key are good, whatever the case of the scheme', () => {
  expect(admit(`Bearer ${current}`, keys)).toBe('admitted');
  expect(admit(`bearer ${previous}`, keys)).toBe('admitted');
});
