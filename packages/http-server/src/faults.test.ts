import { ApiError } from '@latchkey/contracts';
import { toApiError } from './faults.ts';

const expired = { code: 'expired', message: 'Gone' } as const;

const lost = new Error('The database is gone');
const isDependencyLost = (error: unknown) => error === lost;

test.each([
  ['a constraint', { code: 'P2002' }],
  ['a bug', new TypeError('x is not a function')],
  ['a string', 'thrown'],
  ['nothing', undefined],
])('500, blandly, for %s', (_what, thrown) => {
  const error = toApiError(thrown, isDependencyLost);
  expect([error.code, error.message, error.cause]).toEqual(['internal', 'Internal error', thrown]);
});

test('an ApiError stays itself; an outage without a wait is given one', () => {
  const known = new ApiError(expired);
  expect(toApiError(known, isDependencyLost)).toBe(known);
  const down = toApiError(
    new ApiError({ code: 'upstream_unavailable', message: 'sso is not available' }),
    isDependencyLost,
  );
  expect([down.message, down.retryAfterSeconds]).toEqual(['sso is not available', 2]);
});

test('503 for what the service calls a lost dependency', () => {
  const error = toApiError(lost, isDependencyLost);
  expect([error.code, error.retryAfterSeconds, error.cause]).toEqual(['upstream_unavailable', 2, lost]);
});
