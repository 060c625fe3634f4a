import { isDependencyLost } from './is-dependency-lost.ts';

test.each([
  ['a constraint', { code: 'P2002' }],
  ['a unique key', { code: '23505' }],
  ['a bug', new TypeError('x is not a function')],
  ['an answer of Redis to a wrong command', new Error("ERR unknown command 'nope'")],
  ['a string', 'ECONNREFUSED'],
  ['nothing', undefined],
  ['null', null],
])('false for %s', (_what, thrown) => {
  expect(isDependencyLost(thrown)).toBe(false);
});

test('a cause that points to itself ends', () => {
  const error: { cause?: unknown } = {};
  error.cause = error;
  expect(isDependencyLost(error)).toBe(false);
});

test.each([
  [
    'Redis Cluster: a master is lost',
    new Error('Too many Cluster redirections. Last error: ReplyError: CLUSTERDOWN The cluster is down'),
  ],
  ['Node: refused', { code: 'ECONNREFUSED' }],
  ['Node: refused on every address', new AggregateError([{ code: 'ECONNREFUSED' }])],
  ['Postgres: shutting down', { code: '57P01' }],
  ['Postgres: gave up on a statement', { code: '57014' }],
  ['pg: gave up on a query', new Error('Query read timeout')],
  ['Postgres: too many connections', { code: '53300' }],
  ['Postgres: a deadlock', { code: '40P01' }],
  ['Postgres: a lock that another one holds', { code: '55P03' }],
  ['Postgres: a database that takes no connections', { code: '55000' }],
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
  ['Redis: too few replicas', new Error('NOREPLICAS Not enough good replicas to write.')],
  ['Redis: no password was sent', new Error('NOAUTH Authentication required.')],
  ['Redis: the password is refused', new Error('WRONGPASS invalid username-password pair')],
  ['Redis: the command is not permitted', new Error('NOPERM this user has no permissions')],
  [
    'Redis: the command is not permitted within a script',
    new Error(
      "ERR The user executing the script can't run this command or subcommand script: eeb9, on @user_script:1.",
    ),
  ],
  ['Redis: cannot persist', new Error('MISCONF Redis is configured to save RDB snapshots')],
  ['Redis: stuck in a script', new Error('BUSY Redis is busy running a script.')],
  ['Redis: loading', new Error('LOADING Redis is loading the dataset in memory')],
  ['a cause of a cause', new Error('x', { cause: new Error('y', { cause: { code: 'ECONNRESET' } }) })],
])('true for a lost dependency: %s', (_what, thrown) => {
  expect(isDependencyLost(thrown)).toBe(true);
});
