import type { ApiError } from '@latchkey/contracts';
import type { ParsedRequest } from '@latchkey/request-parser';
import type { RequestInfo } from './request-info.ts';
import { callers } from './service-access.ts';

const current = 'q8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUe';
const previous = 'previous-v1vXk3mTw9bLc5yHd7fNs2gJ';
const foreign = 'mR6wT1qZ8yX4nV9bC3kJ7hF2dS5gL0pA';
const known = [
  { caller: 'sso', key: current },
  { caller: 'sso', key: previous },
  { caller: 'drop', key: foreign },
];

/** Who was admitted, or the code of the refusal; and what was reported. */
function admit(authorization: string | undefined, serviceCallers = known) {
  const reported: string[] = [];
  const request = {
    header: (name: string) => (name === 'authorization' ? authorization : undefined),
    note: () => undefined,
    reportRefusedKey: (detail: string) => void reported.push(detail),
  };
  try {
    const caller = callers('sso', 'user-api').admit(
      { serviceCallers },
      {} as ParsedRequest,
      // It holds as much of a request as `admit` reads.
      request as unknown as RequestInfo,
    );
    return [caller, ...reported];
  } catch (error) {
    return [(error as ApiError).code, ...reported];
  }
}

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
])('%s is no service key, and is reported', (_name, header) => {
  expect(admit(header)).toEqual(['token_invalid', 'no such key']);
});

test('nobody is admitted where no key is set', () => {
  expect(admit('Bearer x', [])).toEqual(['token_invalid', 'no such key']);
});

test('both keys of a caller are good, whatever the case of the scheme', () => {
  expect(admit(`Bearer ${current}`)).toEqual(['sso']);
  expect(admit(`bearer ${previous}`)).toEqual(['sso']);
});

test('the key of a service that the route does not name is refused and reported by its name', () => {
  expect(admit(`Bearer ${foreign}`)).toEqual(['token_invalid', 'the key of drop']);
});
