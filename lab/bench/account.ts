import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@latchkey/database';
import type pg from 'pg';
import { showStep } from '../../infra/local/progress.ts';
import { runCommand } from '../../infra/local/run-command.ts';
import { addPeople } from './load/add-rows.ts';
import { password, type Person } from './load/data.ts';
import { median } from './load/median.ts';
import { readPeakMemory } from './load/processes.ts';
import { startServers, startServices } from './load/start-services.ts';

/**
 * Measures each page of /account, and the export, of a person with much beside those of a person with nothing: aim, twice
 * the time. Usage: node lab/bench/account.ts [devices] [log rows]
 */
const [devices = 10_000, logRows = 100_000] = process.argv.slice(2).map(Number);
const rounds = 41;
const pages = [
  '/account',
  '/account/devices',
  '/account/browsers',
  '/account/activity',
  '/account/activity?kind=devices',
  '/account/activity?kind=orgs',
  '/account/activity?outcome=failure',
  '/account/sign_in',
  '/account/organisations',
  '/account/my_data',
];
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function addDevices(client: pg.Client, { id }: Person): Promise<void> {
  await client.query(
    `with made as (
       insert into device_authorizations (id, device_code_hash, client_id, client_name, scope, audience, ip, user_agent,
         state, user_id, family_id, created_at, expires_at, decided_at, redeemed_at)
       select gen_random_uuid(), md5('a' || n), 'demo-cli', 'Demo', 'openid account', '{}', '192.0.2.1', 'cli/1', 'redeemed', $1,
         gen_random_uuid(), now() - make_interval(mins => n), now(), now(), now()
       from generate_series(1, $2::int) n returning id, family_id, user_id, created_at
     )
     insert into refresh_families (id, claim, client_id, user_id, scope,
       audience, amr, auth_time, token_key, token_hash, link_hash, created_at, tokens_valid_after, issued_at, idle_expires_at,
       absolute_expires_at)
     select family_id, 1, 'demo-cli', user_id, 'openid account', '{}', '{password}', created_at,
       'key', md5('t' || id), md5('l' || id), created_at, to_timestamp(0), created_at, now() + interval '9 days', now() + interval '9 days'
     from made`,
    [id, devices],
  );
  await client.query('vacuum analyze');
}

async function addLog(client: pg.Client, { id }: Person): Promise<void> {
  await client.query(
    `insert into request_log (id, event, outcome, code, method, user_id, client_id, ip, user_agent, created_at)
     select gen_random_uuid(), case n % 10 when 0 then 'device.approved' when 1 then 'password.change' else 'user.root_session' end,
       case n % 20 when 5 then 'failure' else 'success' end, case n % 20 when 5 then 'invalid_credentials' end,
       'password', $1, 'demo-cli', '192.0.2.' || n % 200, $3, now() - make_interval(secs => n)
     from generate_series(1, $2::int) n`,
    [id, logRows, agent],
  );
  await client.query('select recount_rows()');
  await client.query('vacuum analyze');
}

/** The cookies of a person who has signed in on the page. */
async function signIn(url: string, { email }: Person): Promise<string> {
  const headers = { accept: 'application/json', 'user-agent': agent };
  const cookiesOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  const shown = await fetch(`${url}/login`, { headers });
  const { csrf } = (await shown.json()) as { csrf: string };
  const body = new URLSearchParams({ csrf, email, password });
  const init = { method: 'POST', headers: { ...headers, cookie: cookiesOf(shown) }, body };
  const signedIn = await fetch(`${url}/login`, init);
  if (!signedIn.ok) throw new Error(`the sign-in answered ${signedIn.status}`);
  return cookiesOf(signedIn);
}

async function timeMs(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

async function readPage(url: string, cookie: string): Promise<void> {
  const answer = await fetch(url, { headers: { accept: 'text/html', cookie, 'user-agent': agent } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 200)}`);
}

/** Takes the export as a browser does, and answers its size. */
async function takeExport(url: string, cookie: string): Promise<number> {
  const headers = { accept: 'application/json', cookie, 'user-agent': agent };
  const shown = (await (await fetch(`${url}/account/my_data`, { headers })).json()) as { csrf: string };
  const body = new URLSearchParams({ csrf: shown.csrf, act: 'export_data', password });
  const answer = await fetch(`${url}/account/my_data`, { method: 'POST', headers, body });
  let [bytes, end] = [0, ''];
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    end = (end + Buffer.from(piece).toString('latin1')).slice(-32);
  }
  if (!end.endsWith('"complete": true}\n')) throw new Error(`the export ended with ${end}`);
  return bytes;
}

await runCommand(async (teardown) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const servers = await showStep('Starting the services', () => startServers(folder, teardown));
  const { ports, pids } = await startServices(servers, folder, teardown);
  const url = `http://127.0.0.1:${ports.sso}`;
  const { sso, 'user-api': userApi } = servers.databaseUrls;
  const [full, empty] = await withClient(userApi, addPeople);
  if (full === undefined || empty === undefined) throw new Error('There are no people.');
  await withClient(sso, (client) => addDevices(client, full));
  await withClient(userApi, (client) => addLog(client, full));
  const cookies = [await signIn(url, full), await signIn(url, empty)] as const;
  console.log(`${devices} devices and ${logRows} rows of the log beside none; medians in ms.`);
  for (const page of pages) {
    const [ofFull, ofEmpty]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const [fullMs, emptyMs] = [
        await timeMs(() => readPage(url + page, cookies[0])),
        await timeMs(() => readPage(url + page, cookies[1])),
      ];
      // The first rounds warm up.
      if (round <= 4) continue;
      ofFull.push(fullMs);
      ofEmpty.push(emptyMs);
    }
    const [fullMs, emptyMs] = [median(ofFull), median(ofEmpty)];
    const cells = [fullMs, emptyMs, fullMs / emptyMs].map((value) => value.toFixed(1).padStart(8));
    console.log(`  ${page.padEnd(36)}${cells.join('')}`);
  }
  const peaks = () => [pids['user-api'], pids.sso].map((pid) => readPeakMemory(pid ?? 0));
  const before = peaks();
  let bytes = 0;
  const ms = await timeMs(async () => void (bytes = await takeExport(url, cookies[0])));
  console.log(
    `  export: ${bytes} bytes in ${ms.toFixed(0)} ms; peak memory of user-api and sso before and after:`,
  );
  console.log(`  ${before.join(', ')} → ${peaks().join(', ')}`);
  return 0;
});
