import { ApiError } from '@latchkey/errors';
import { isDependencyLost, toApiError } from './faults.ts';

const expired = { code: 'expired', message: 'Gone' } as const;

test.each([
  ['Node: refused', { code: 'ECONNREFUSED' }],
  ['Node: refused on every address', new AggregateError([{ code: 'ECONNREFUSED' }])],
  ['Postgres: shutting down', { code: '57P01' }],
  ['Postgres: gave up on a statement', { code: '57014' }],
  ['pg: gave up on a query', new Error('Query read timeout')],
  ['Postgres: too many connections', { code: '53300' }],
  ['Postgres: a deadlock', { code: '40P01' }],
  ['Postgres: a lock not to be had', { code: '55P03' }],
  ['Prisma: a deadlock', { code: 'P2034' }],
  ['Prisma: a transaction that cannot begin', { code: 'P2028' }],
  ['Prisma: unreachable', { code: 'P1001' }],
  [
    'Prisma: the driver adapter lost it',
    { meta: { driverAdapterError: { cause: { originalCode: '57P01' } } } },
  ],
  [
    'Prisma: the server died under a raw query',
    new Error('Raw query failed. Code: `N/A`. Message: `Server has closed the connection.`'),
  ],
  ['pg: terminated', new Error('Connection terminated unexpectedly')],
  ['ioredis: gave up', { name: 'MaxRetriesPerRequestError' }],
  ['ioredis: closed', new Error('Connection is closed.')],
  ['ioredis: hung', new Error('Command timed out')],
  ['ioredis: no cluster', new Error('None of startup nodes is available')],
  [
    'ioredis: cluster not there yet',
    new Error("Cluster isn't ready and enableOfflineQueue options is false"),
  ],
  ['Redis: full', new Error("OOM command not allowed when used memory > 'maxmemory'.")],
  ['Redis: cannot persist', new Error('MISCONF Redis is configured to save RDB snapshots')],
  ['Redis: stuck in a script', new Error('BUSY Redis is busy running a script.')],
  ['Redis: loading', new Error('LOADING Redis is loading the dataset in memory')],
  ['a cause of a cause', new Error('x', { cause: new Error('y', { cause: { code: 'ECONNRESET' } }) })],
])('503 for a lost dependency: %s', (_what, thrown) => {
  const error = toApiError(thrown, isDependencyLost);
  expect([error.code, error.retryAfterSeconds, error.cause]).toEqual(['upstream_unavailable', 2, thrown]);
});

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

test('a cause that points to itself ends', () => {
  const error: { cause?: unknown } = {};
  error.cause = error;
  expect(toApiError(error, isDependencyLost).code).toBe('internal');
});
