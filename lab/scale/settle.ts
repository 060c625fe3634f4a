import { withClient } from '@latchkey/database';
import type { Urls } from '../../infra/local/environment.ts';
import { waitUntil } from '../../infra/local/ports.ts';
import type { ServiceName } from '../../infra/local/service-list.ts';
import type { TokenPackage } from '../../services/sso/src/oauth/token/token-package.ts';
import { rotate, take, type Ledger } from './load.ts';

type DatabaseUrls = Record<ServiceName, string>;

function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql)).rows);
}

/** Every device that was acknowledged lives, with as many rotations as were acknowledged. */
async function settleDevices(urls: Urls, url: string, ledger: Ledger): Promise<void> {
  const rows = await query<{ id: string; generation: number }>(
    url,
    'select id, generation from refresh_families where revoked_at is null',
  );
  const families = new Map(rows.map((row) => [row.id, row]));
  for (const device of ledger.devices) {
    const { binding_chain: chain } = device.packages[0] as TokenPackage;
    const family = families.get(chain);
    const rotations = device.packages.length - 1;
    if (family === undefined) ledger.lost.push(`family ${chain}`);
    else if (family.generation < rotations) ledger.lost.push(`rotation of ${chain}`);
    else if (family.generation > rotations) ledger.twice.push(`rotation of ${chain}`);
    if (family !== undefined) await rotate(urls, device, 1, ledger);
  }
}

/** Every drop that was acknowledged can be taken, once. */
async function settleDrops(
  urls: Urls,
  url: string,
  token: string,
  { drops, ...ledger }: Ledger,
): Promise<void> {
  for (const drop of drops) await take(urls, token, drop, 1);
  for (const { id, deliveries, isUnclear } of drops) {
    if (deliveries > 1) ledger.twice.push(`drop ${id}`);
    if (deliveries === 0 && !isUnclear) ledger.lost.push(`drop ${id}`);
  }
  const rows = await query<{ drop_id: string; events: number }>(
    url,
    `select drop_id, count(*)::int as events from drop_events where event = 'consumed' group by 1`,
  );
  const events = new Map(rows.map((row) => [row.drop_id, row.events]));
  for (const { id } of drops) {
    const written = events.get(id) ?? 0;
    if (written === 0) ledger.lost.push(`event of drop ${id}`);
    if (written > 1) ledger.twice.push(`event of drop ${id}`);
  }
}

/** Every session of the page has one row of the request log, and so has every approval. */
async function settleLog(databases: DatabaseUrls, ledger: Ledger): Promise<void> {
  const count = async (service: ServiceName, from: string) =>
    (await query<{ rows: number }>(databases[service], `select count(*)::int as rows from ${from}`))[0]
      ?.rows ?? 0;
  await waitUntil(
    async () => (await count('sso', `events where logged_at is null and type = 'device.approved'`)) === 0,
    () => new Error('events of sso do not reach the request log'),
  );
  const compare = (what: string, acts: number, rows: number) => {
    if (rows < acts) ledger.lost.push(`${acts - rows} log rows of ${what}`);
    if (rows > acts) ledger.twice.push(`${rows - acts} log rows of ${what}`);
  };
  const rowsOf = (event: string) =>
    count('user-api', `request_log where event = '${event}' and outcome = 'success'`);
  compare(
    'sessions',
    await count('user-api', `sessions where kind = 'root'`),
    await rowsOf('user.root_session'),
  );
  const approvals = await count('sso', `events where type = 'device.approved'`);
  compare('approvals', approvals, await rowsOf('device.approved'));
  if (approvals < ledger.approvals) ledger.lost.push(`${ledger.approvals - approvals} approvals`);
}

/** Compares what was acknowledged with what the databases hold and the services answer. */
export async function settle(
  { urls, databases }: { readonly urls: Urls; readonly databases: DatabaseUrls },
  token: string,
  ledger: Ledger,
): Promise<void> {
  await settleDevices(urls, databases.sso, ledger);
  await settleDrops(urls, databases.drop, token, ledger);
  await settleLog(databases, ledger);
}
