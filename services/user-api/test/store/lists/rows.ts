import { logEvents } from '../../../src/request-log/log-events.ts';
import { logMethods } from '../../../src/request-log/request-log.ts';

/** How much is generated. The same plan makes the same rows, on the same version of PostgreSQL. */
export interface ListsPlan {
  /** Users, sessions and rows of the request log, that number of each. */
  readonly rows: number;
  /** Clients, and nearly as many connections; twice as many credentials. */
  readonly clients: number;
  readonly seed: number;
  /** The newest row is as old as this. Users go back two years, sessions 120 days and the log 90. */
  readonly until: Date;
}

/** For each table how many rows it has, and SQL for the value of each column of row `n`. */
type Tables = Record<string, readonly [rows: number, columns: Readonly<Record<string, string>>]>;

/** What some rows are sure to be called. */
export const known = { email: 'known@example.test', name: 'Known Name' };

const names = `array['Ann','Bob','Cleo','Dan','Eva','Finn','Gita','Hugo','Ines','Jon','Kira','Liam','Mona','Nils','Olga']`;
const words = `array['Portal','Reports','Mobile','Billing','Importer','Gateway','Console','Sync','Robot','Search']`;
const agents = `array['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0','Mozilla/5.0 (Windows NT 10.0) Chrome/141.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Safari/605.1','latchkey/1.0','curl/8.9.1']`;
const ip = (what: string) =>
  `'10.' || pg_temp.pick('${what} net', n, 20) || '.' || pg_temp.pick('${what} host', n, 20) || '.1'`;
const list = (values: readonly string[]) => `array[${values.map((value) => `'${value}'`).join(',')}]`;
const sometimes = (what: string, share: number, value: string) =>
  `case when pg_temp.part('${what}', n) < ${share} then ${value} end`;
const instant = (time: Date) => `'${time.toISOString()}'::timestamptz`;
/** Lays the users who have much anywhere among the others, and not among the oldest: a prime. */
const stride = 7_919;
/** The number of the user who has most. */
export const bigUserOf = ({ rows }: ListsPlan) => 1 + (stride % rows);
const orgsOf = ({ rows }: ListsPlan) => Math.ceil(rows / 1_000);

/** The ids of records that are picked for a row. */
function pickers(plan: ListsPlan) {
  return {
    user: (what: string, n = 'n') =>
      `pg_temp.uid('user', 1 + pg_temp.pick('${what}', ${n}, ${plan.rows}) * ${stride} % ${plan.rows})`,
    org: (what: string) => `pg_temp.uid('org', pg_temp.pick('${what}', n, ${orgsOf(plan)}))`,
    client: (what: string) => `'client-' || pg_temp.pick('${what}', n, ${plan.clients})`,
  };
}

/** The tables of user-api's lists, each after those that its rows name. */
export function tablesOf(plan: ListsPlan): Tables {
  return {
    ...makePeople(plan),
    ...makeClients(plan),
    ...makeUses(plan),
    ...makeSessions(plan),
    ...makeLog(plan),
  };
}

function makePeople(plan: ListsPlan): Tables {
  const { rows, until } = plan;
  const { user, org } = pickers(plan);
  const [now, orgs, members] = [instant(until), orgsOf(plan), Math.ceil(rows / 5)];
  return {
    users: [
      rows,
      {
        id: `pg_temp.uid('user', n)`,
        email: `case when n = 7 then '${known.email}' else lower(pg_temp.one_of('first', n, ${names})) || '.' || n || '@mail' || pg_temp.pick('mail', n, 50) || '.test' end`,
        name: `case when n % 1000 = 7 then '${known.name}'
          else pg_temp.one_of('first', n, ${names}) || ' ' || pg_temp.one_of('last', n, ${words}) || ' ' || n end`,
        kind: `case when n = 1 then 'root' when n % 1000 = 2 then 'admin' else 'user' end`,
        status: `case when n % 50 = 3 then 'disabled' when n % 100 = 4 then 'deleted' else 'active' end`,
        totp_secret: sometimes('totp', 0.2, `'sealed'`),
        last_login_at: sometimes('seen', 0.8, `${now} - pg_temp.part('last', n) * interval '60 days'`),
        created_at: `pg_temp.moment('user', n, ${rows}, 730)`,
        updated_at: now,
      },
    ],
    orgs: [
      orgs,
      {
        id: `pg_temp.uid('org', n)`,
        slug: `'org-' || n`,
        name: `'Org ' || n`,
        status: `'active'`,
        created_at: `pg_temp.moment('org', n, ${orgs}, 730)`,
      },
    ],
    members: [
      members,
      {
        id: `pg_temp.uid('member', n)`,
        org_id: org('member org'),
        user_id: user('member'),
        role: `pg_temp.one_of('role', n, array['member','admin','owner'])`,
        status: `case when n % 20 = 0 then 'removed' else 'active' end`,
        created_at: `pg_temp.moment('member', n, ${members}, 730)`,
      },
    ],
  };
}

function makeClients(plan: ListsPlan): Tables {
  const { clients, until } = plan;
  const { user, org } = pickers(plan);
  const now = instant(until);
  return {
    oauth_clients: [
      clients,
      {
        id: `'client-' || n`,
        name: `case when n % 1000 = 7 then '${known.name}' else pg_temp.one_of('word', n, ${words}) || ' ' || n end`,
        type: `case when n % 3 = 0 then 'public' else 'confidential' end`,
        status: `case when n % 20 = 1 then 'inactive' else 'active' end`,
        owner_kind: `case when n % 4 = 0 then 'org' else 'user' end`,
        owner_id: `case when n % 4 = 0 then ${org('client org')} else ${user('client')} end`,
        token_endpoint_auth_method: `case when n % 3 = 0 then 'none' else 'client_secret_basic' end`,
        grant_types: `case when n % 3 = 0 then array['device_code','refresh_token'] else array['client_credentials'] end`,
        scopes: `array['openid','profile']`,
        audiences: `array['https://api.example.test']`,
        archived_at: sometimes('archived', 0.05, now),
        created_at: `pg_temp.moment('client', n, ${clients}, 730)`,
        updated_at: now,
      },
    ],
  };
}

function makeUses(plan: ListsPlan): Tables {
  const { clients, until } = plan;
  const { client } = pickers(plan);
  const now = instant(until);
  const ownerOf = (id: string) => `(select owner_id from oauth_clients c where c.id = ${id})`;
  return {
    connections: [
      clients,
      {
        id: `pg_temp.uid('connection', n)`,
        source: client('source'),
        target: client('target'),
        source_owner_id: ownerOf(client('source')),
        target_owner_id: ownerOf(client('target')),
        scopes: `array['profile']`,
        status: `case when n % 10 = 0 then 'removed' else 'active' end`,
        created_at: `pg_temp.moment('connection', n, ${clients}, 365)`,
        last_verified_at: sometimes('verified', 0.5, now),
      },
    ],
    credentials: [
      2 * clients,
      {
        id: `pg_temp.uid('credential', n)`,
        client_id: client('credential'),
        owner_id: ownerOf(client('credential')),
        scopes: `array['profile', pg_temp.one_of('scope', n, array['read','write','admin'])]`,
        audiences: `array['https://api.example.test']`,
        created_at: `pg_temp.moment('credential', n, ${2 * clients}, 90)`,
        expires_at: `pg_temp.moment('credential', n, ${2 * clients}, 90) + interval '1 hour'`,
        last_used_at: sometimes('used', 0.5, now),
        revoked_at: sometimes(
          'ended',
          0.02,
          `pg_temp.moment('credential', n, ${2 * clients}, 90) + interval '9 minutes'`,
        ),
      },
    ],
  };
}

function makeSessions(plan: ListsPlan): Tables {
  const { rows, until } = plan;
  const { user, org, client } = pickers(plan);
  const now = instant(until);
  return {
    sessions: [
      rows,
      {
        // Each root is followed by two children of the same person.
        id: `pg_temp.uid('session', n)`,
        kind: `case when n % 3 = 0 then 'root' else 'client' end`,
        root_id: `case when n % 3 <> 0 and n > 3 then pg_temp.uid('session', n - n % 3) end`,
        token_hash: `case when n % 3 = 0 then md5('a' || n) || md5('b' || n) end`,
        user_id: user('session', 'n - n % 3'),
        org_id: sometimes('session org', 0.3, org('session org id')),
        client_id: client('session client'),
        amr: `array['password']`,
        auth_time: `pg_temp.moment('session', n, ${rows}, 120)`,
        jkt: sometimes('bound', 0.1, `md5('k' || n)`),
        ip: ip('session'),
        user_agent: `pg_temp.one_of('session agent', n, ${agents})`,
        created_at: `pg_temp.moment('session', n, ${rows}, 120)`,
        last_seen_at: `least(pg_temp.moment('session', n, ${rows}, 120) + interval '9 hours', ${now})`,
        expires_at: `pg_temp.moment('session', n, ${rows}, 120) + interval '30 days'`,
        revoked_at: sometimes(
          'revoked',
          0.2,
          `pg_temp.moment('session', n, ${rows}, 120) + interval '10 hours'`,
        ),
      },
    ],
  };
}

function makeLog(plan: ListsPlan): Tables {
  const { rows } = plan;
  const { user, org, client } = pickers(plan);
  return {
    request_log: [
      rows,
      {
        id: `pg_temp.uid('entry', n)`,
        event: `pg_temp.one_of('event', n, ${list(logEvents)})`,
        outcome: `case when pg_temp.part('outcome', n) < 0.1 then 'failure' else 'success' end`,
        code: `case when pg_temp.part('outcome', n) < 0.1 then 'invalid_credentials' end`,
        method: sometimes('has method', 0.8, `pg_temp.one_of('method', n, ${list(logMethods)})`),
        user_id: sometimes('has user', 0.95, user('entry')),
        actor_id: sometimes('has actor', 0.001, user('actor')),
        org_id: sometimes('entry org', 0.3, org('entry org id')),
        client_id: sometimes('has client', 0.9, client('entry client')),
        ip: ip('entry'),
        user_agent: `pg_temp.one_of('entry agent', n, ${agents})`,
        created_at: `pg_temp.moment('entry', n, ${rows}, 90)`,
      },
    ],
  };
}
