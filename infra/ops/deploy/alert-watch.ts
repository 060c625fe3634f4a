import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { findProgram, readTail, startProcess } from '../../local/child-process.ts';
import type { Urls } from '../../local/environment.ts';
import { rootDir } from '../../local/paths.ts';
import { findFreePort, internalUrlOf, waitUntil } from '../../local/ports.ts';
import { printTable } from '../../local/print-table.ts';
import type { Teardown } from '../../local/teardown.ts';

/** A Prometheus that scrapes the services every second, with the rules of infra/ops/observability in shorter times. */
export interface AlertWatch {
  /** Waits until none of these alerts fires. */
  waitForQuiet(alerts: readonly string[]): Promise<void>;
  /** Repeats `act` until each of these alerts fires, and notes it. Throws the names of those that do not. */
  expectFiring(fault: string, alerts: readonly string[], act: () => Promise<unknown>): Promise<void>;
  /** The table of all alerts, with the fault that each was seen with. */
  show(): string;
}

const limitSeconds = 180;

/** undefined where Prometheus is not installed. */
export async function startAlertWatch(urls: Urls, teardown: Teardown): Promise<AlertWatch | undefined> {
  const program = findProgram('prometheus');
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-prometheus-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const { rules, alerts } = quickenRules(
    readFileSync(join(rootDir, 'infra/ops/observability/alerts.yml'), 'utf8'),
  );
  writeFileSync(join(folder, 'rules.yml'), rules);
  writeFileSync(join(folder, 'prometheus.yml'), stringify(configure(urls)));
  const port = await findFreePort();
  const logFile = join(folder, 'prometheus.log');
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const stopping = { stopSignal: 'SIGTERM', stopLimitSeconds: 20 } as const;
  const server = await startProcess({ command: program, args, logFile, mark: folder, ...stopping }, teardown);
  const address = `http://127.0.0.1:${port}`;
  await waitUntil(
    async () => {
      if (server.hasEnded()) throw new Error(readTail(logFile));
      return fetch(`${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    () => new Error('Prometheus does not start.'),
    limitSeconds,
  );
  return watch(address, alerts);
}

function configure({ sso, userApi, drop }: Urls): object {
  const scrape = (name: string, url: string) => ({
    job_name: name,
    static_configs: [{ targets: [new URL(internalUrlOf(url)).host] }],
  });
  return {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: [scrape('sso', sso), scrape('user-api', userApi), scrape('drop', drop)],
  };
}

async function findFiring(address: string, alerts: readonly string[]): Promise<string[]> {
  const { data } = (await (await fetch(`${address}/api/v1/alerts`)).json()) as {
    data: { alerts: readonly { state: string; labels: { alertname: string } }[] };
  };
  const firing = data.alerts.filter(({ state }) => state === 'firing');
  const names = new Set(firing.map(({ labels }) => labels.alertname));
  return alerts.filter((alert) => names.has(alert));
}

function watch(address: string, all: readonly string[]): AlertWatch {
  const seen = new Map<string, { fault: string; seconds: number }>();
  return {
    waitForQuiet: (alerts) =>
      waitUntil(
        async () => (await findFiring(address, alerts)).length === 0,
        () => new Error(`Before the fault there fires one of ${alerts.join(', ')}.`),
        limitSeconds,
      ),
    async expectFiring(fault, alerts, act) {
      const startedAt = performance.now();
      const seconds = () => Math.round((performance.now() - startedAt) / 1000);
      const missing = new Set(alerts);
      while (missing.size > 0) {
        if (seconds() > limitSeconds) throw new Error(`There does not fire ${[...missing].join(', ')}.`);
        await act();
        await wait(200);
        for (const alert of await findFiring(address, [...missing])) {
          missing.delete(alert);
          seen.set(alert, { fault, seconds: seconds() });
        }
      }
    },
    show: () =>
      printTable(
        ['alert', 'seen', 'fault'],
        all.map((alert) => {
          const { fault = '', seconds } = seen.get(alert) ?? {};
          return [alert, seconds === undefined ? 'not played' : `after ${seconds} s`, fault];
        }),
      ),
  };
}

/** How much faster time runs for the rules while faults are played: 5 minutes are 10 seconds. */
const speed = 30;
const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

const shorten = (duration: string): string =>
  duration.replace(/^(\d+)([smh])$/, (_all, amount: string, unit: string) => {
    const seconds = Number(amount) * (unitSeconds[unit] ?? Number.NaN);
    return `${Math.ceil(seconds / speed)}s`;
  });

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
}

/** An alert waits this many seconds at most, since a longer wait would show nothing more. */
const longestWaitSeconds = 10;

/** The rules with all their durations shortened, and nothing else changed; and the names of the alerts. */
function quickenRules(text: string): { readonly rules: string; readonly alerts: readonly string[] } {
  const { groups } = parse(text) as { groups: readonly { name: string; rules: readonly Rule[] }[] };
  const quicken = ({ expr, for: duration, ...rule }: Rule) => ({
    ...rule,
    expr: expr.replaceAll(/(?<=\[)\w+(?=\])/g, shorten).replaceAll(/(?<=\boffset )\w+/g, shorten),
    ...(duration === undefined
      ? {}
      : { for: `${Math.min(Number.parseInt(shorten(duration), 10), longestWaitSeconds)}s` }),
  });
  const quick = groups.map((group) => ({ ...group, rules: group.rules.map(quicken) }));
  return {
    rules: stringify({ groups: quick }),
    alerts: groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)),
  };
}
