import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@latchkey/database';
import { createTestRedis } from '@latchkey/testing';
import { startMailbox } from '@latchkey/testing/mailbox';
import { Redis } from 'ioredis';
import type { Urls } from '../../infra/local/environment.ts';
import { launchStack } from '../../infra/local/launch-stack.ts';
import { cookiesOf, openSignIn } from '../../infra/local/person.ts';
import { findFreePort, internalUrlOf } from '../../infra/local/ports.ts';
import { postForm, postJson, readAnswer, type Answer } from '../../infra/local/raw-requests.ts';
import { loadSecrets } from '../../infra/local/secrets.ts';
import { findPorts } from '../../infra/local/service-list.ts';
import { startService } from '../../infra/local/service-process.ts';
import { makeDatabases } from '../../infra/local/stack.ts';
import type { Teardown } from '../../infra/local/teardown.ts';
import { createPeople } from '../http/walk/people.ts';
import { openGate } from './gate.ts';

const debug = { LOG_LEVEL: 'debug' };

/** A stack with two sso, a person who is signed in, and gates where a step of handing a secret over can be held. */
export async function openHandOverPlace(teardown: Teardown) {
  const logDir = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-hand-over-'));
  teardown.add(() => rmSync(logDir, { recursive: true, force: true }));
  const databaseUrls = await makeDatabases(teardown);
  const [redis, mailbox, ports] = await Promise.all([createTestRedis(), startMailbox(), findPorts()]);
  for (const stop of [redis.close, mailbox.stop]) teardown.add(stop);
  const secondPort = await findFreePort();
  const gates = {
    sso: await openGate(`http://localhost:${secondPort}`, teardown),
    drop: await openGate(`http://localhost:${ports.drop}`, teardown),
    rows: await openGate(databaseUrls['user-api'], teardown),
    mails: await openGate(mailbox.smtpUrl, teardown),
  };
  const stack = await launchStack(
    {
      ports,
      databaseUrls: { ...databaseUrls, 'user-api': gates.rows.url },
      redisUrl: redis.url,
      mailUrl: gates.mails.url,
      secrets: await loadSecrets(logDir),
      logDir,
      overrides: {
        sso: { ...debug, DROP_CALL_URL: gates.drop.url },
        'user-api': debug,
        drop: debug,
      },
    },
    teardown,
  );
  const { environments, processes, urls } = stack;
  const ofSecond = { ...environments.sso, PORT: String(secondPort) };
  const second = await startService('sso', ofSecond, join(logDir, 'second'), teardown);
  const logs = [...Object.values(processes), second].map(({ logFile }) => logFile);
  let userApi = processes['user-api'];

  return {
    urls,
    gates,
    mailbox,
    /** Another process, behind a gate. */
    secondSso: gates.sso.url,
    killSecondSso: second.kill,
    /** Ends user-api with kill -9 and starts it again; what it tried to mail is due at once. */
    async crashUserApi() {
      await userApi.kill();
      await query('user-api', `update mails set due_at = now() where status = 'waiting'`);
      userApi = await startService('user-api', environments['user-api'], join(logDir, 'again'), teardown);
      logs.push(userApi.logFile);
    },
    query,
    readLogs: () => logs.map((file) => readFileSync(file, 'utf8')).join(''),
    /** Every row of a service, as text. */
    async readRows(name: 'sso' | 'user-api'): Promise<string> {
      const tables = await query(name, `select tablename as name from pg_tables where schemaname = 'public'`);
      const rows = tables.map(({ name: table }) => query(name, `select t::text from "${String(table)}" t`));
      return JSON.stringify(await Promise.all(rows));
    },
    readRedis: () => readRedis(redis.url),
    openPerson: () => openPerson(urls),
    /** Brings user-api an event as drop does; undefined where it gives no answer. */
    bring(event: object): Promise<Answer | undefined> {
      const headers = { authorization: `Bearer ${environments.drop['SERVICE_MASTER_KEY']}` };
      const path = `${internalUrlOf(urls.userApi)}/internal/v1/events/log_drops`;
      return postJson(path, { events: [event] }, headers).catch(() => undefined);
    },
  };

  function query(name: 'sso' | 'user-api', sql: string): Promise<Record<string, unknown>[]> {
    return withClient(
      databaseUrls[name],
      async (client) => (await client.query<Record<string, unknown>>(sql)).rows,
    );
  }
}

/** Every key and what it holds. */
async function readRedis(url: string): Promise<string> {
  const redis = new Redis(url);
  const readers: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => redis.get(key),
    hash: (key) => redis.hgetall(key),
    list: (key) => redis.lrange(key, 0, -1),
    set: (key) => redis.smembers(key),
    zset: (key) => redis.zrange(key, '0', '-1'),
    stream: (key) => redis.xrange(key, '-', '+'),
  };
  const keys = await redis.keys('*');
  const held = await Promise.all(
    keys.map(async (key) => [key, await readers[await redis.type(key)]?.(key)] as const),
  );
  redis.disconnect();
  return JSON.stringify(held);
}

/** A new person, signed in at sso without a browser. */
async function openPerson(urls: Urls) {
  const { id, email, password } = await createPeople(urls).newPerson();
  const { send: signIn } = await openSignIn(urls);
  const headers = { cookie: cookiesOf(await signIn({ email, password })) };
  const page = `${urls.sso}/account/drops`;
  return {
    id,
    email,
    /** The section drops: the token of a form, which can be sent again, and what is listed. */
    async open() {
      const { body } = await readAnswer(
        await fetch(page, { headers: { accept: 'application/json', ...headers } }),
      );
      const { csrf, section } = body as { csrf: string; section: { items: Item[] } };
      return { csrf, items: section.items };
    },
    /** Undefined where there was no answer. */
    send: (fields: Record<string, string>, sso: string = urls.sso): Promise<Answer | undefined> =>
      postForm(`${sso}/account/drops`, fields, headers).catch(() => undefined),
    /** What a browser is shown. */
    async sendPage(fields: Record<string, string>): Promise<string> {
      const body = new URLSearchParams(fields);
      return (
        await fetch(page, { method: 'POST', body, headers: { ...headers, accept: 'text/html' } })
      ).text();
    },
  };
}

interface Item {
  readonly id: string;
  readonly label: string;
  readonly state: string;
}
