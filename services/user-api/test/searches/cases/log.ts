import { makeClient } from '../../setup/accounts.ts';
import { makeLogEntry } from '../../setup/make-log-entry.ts';
import { insertClient } from '../../store/rows.ts';
import { acmeId, callers, emails, type SearchCaller } from '../people.ts';
import {
  hasPart,
  operatorFilters,
  periodFilters,
  type SearchCase,
  type SearchPlace,
} from '../search-case.ts';

type Row = ReturnType<typeof makeLogEntry>;

/** Where an operator acted from. */
const operatorIp = '198.51.100.7';
const clients = [
  makeClient({ clientId: 'c_first', name: '100%_Sure' }),
  makeClient({ clientId: 'c_SECOND_%', name: 'bob' }),
];

const shared: Pick<
  SearchCase<Row>,
  'samples' | 'prepare' | 'makeRow' | 'idOfRow' | 'idOfItem' | 'put' | 'remove'
> = {
  samples: [
    { clientId: 'c_first', method: 'password' },
    { event: 'session.logout', outcome: 'failure', code: 'throttled', clientId: 'c_SECOND_%' },
    {
      event: 'admin.user.disable',
      actorId: callers.operator.account.id,
      ip: operatorIp,
      userAgent: 'Theirs',
    },
    { event: 'admin.user.disable', actorId: callers.operator.account.id },
    { orgId: acmeId, ip: '2001:db8::1', method: 'device_code', clientId: 'c_gone' },
    { userId: null, outcome: 'failure', code: 'invalid_credentials' },
  ],
  async prepare({ database }: SearchPlace) {
    for (const client of clients) await insertClient(database, client);
  },
  makeRow: ({ account, orgId }: SearchCaller, key, sample) =>
    makeLogEntry({ ...key, userId: account.id, orgId, ...sample }),
  idOfRow: ({ id }) => id,
  idOfItem: ({ id }) => id,
  put: ({ service }, row) => service.context.requestLog.add(row),
  remove: ({ service }, row) => service.context.requestLog.remove(row),
};

const item = ({ id, createdAt, clientId, userId }: Row) => ({
  id,
  event: 'user.login',
  outcome: 'success',
  code: null,
  method: 'password',
  client: { id: clientId, name: '100%_Sure' },
  org: null,
  ip: '192.0.2.1',
  user_agent: 'Browser',
  details: null,
  created_at: createdAt.toISOString(),
  actor: null,
  userId,
});

const filters: SearchCase<Row>['filters'] = {
  kind: {
    good: ['sign_in', 'account'],
    bad: ['login', 'SIGN_IN'],
    matches: ({ event }, value) => value === (event === 'admin.user.disable' ? 'account' : 'sign_in'),
  },
  event: {
    good: ['user.login', 'admin.user.disable'],
    bad: ['login', 'USER.LOGIN'],
    matches: ({ event }, value) => event === value,
  },
  outcome: { good: ['success', 'failure'], bad: ['ok'], matches: ({ outcome }, value) => outcome === value },
  method: {
    good: ['password', 'device_code'],
    bad: ['totp+password'],
    matches: ({ method }, value) => method === value,
  },
  client_id: { good: ['c_first', 'c_gone'], bad: [], matches: ({ clientId }, value) => clientId === value },
  ...periodFilters,
};
const isFrom = ({ ip }: Row, value: unknown) => ip === (value === '2001:DB8:0::1' ? '2001:db8::1' : value);

/** What happened to a person. */
export const ownLogCase: SearchCase<Row> = {
  ...shared,
  path: '/account/me/auth/request_log/search',
  access: 'person',
  item: (row) => {
    const { userId: _userId, ...own } = item(row);
    return own;
  },
  sees: ({ account, orgId }, row) => row.userId === account.id && (orgId === null || row.orgId === orgId),
  filters: {
    ...filters,
    ip: {
      good: ['192.0.2.1', '2001:DB8:0::1'],
      bad: ['192.0.2', '192.0.2.1/24', 'localhost'],
      matches: (row, value) => row.actorId === null && isFrom(row, value),
    },
  },
};

/** What happened to everybody. */
export const logCase: SearchCase<Row> = {
  ...shared,
  path: '/admin/auth/request_log/search',
  access: 'operator',
  item: (row) => {
    const { userId, ...rest } = item(row);
    return { ...rest, user: { id: userId, email: emails.get(userId ?? '') } };
  },
  sees: () => true,
  filters: {
    ...filters,
    ip: {
      good: ['192.0.2.1', operatorIp, '2001:DB8:0::1'],
      bad: ['192.0.2', '192.0.2.1/24', 'localhost'],
      matches: isFrom,
    },
    ...operatorFilters,
    search: {
      good: ['BOB@', 'b@example', 'example.test'],
      bad: ['ab', '@@@', 'a b c', '\\\\\\'],
      matches: ({ userId }, value) => hasPart(emails.get(userId ?? '') ?? '', value),
    },
  },
};
