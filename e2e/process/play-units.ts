import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepCode, runToEnd, startProcess } from '../../infra/local/child-process.ts';
import { rootDir } from '../../infra/local/paths.ts';
import { waitUntil } from '../../infra/local/ports.ts';
import { services } from '../../infra/local/service-list.ts';
import { isReady } from '../../infra/local/service-process.ts';
import type { Teardown } from '../../infra/local/teardown.ts';

/** The lines of a unit in its section Service; a name may have several values. */
function readUnit(name: string): Map<string, string[]> {
  const text = readFileSync(join(rootDir, 'infra/ops/systemd', name), 'utf8');
  const lines = new Map<string, string[]>();
  const section = /^\[Service\]\n([^[]*)/m.exec(text)?.[1] ?? '';
  for (const [, key = '', value = ''] of section.matchAll(/^(\w+)=(.*)$/gm))
    lines.set(key, [...(lines.get(key) ?? []), value]);
  return lines;
}

/** The variables of a file, as systemd reads them: a value may be in quotes. */
function readEnvironment(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').matchAll(/^(\w+)=(?:'(.*)'|"(.*)"|(.*))$/gm);
  return Object.fromEntries([...lines].map(([, name, ...values]) => [name, values.find(Boolean) ?? '']));
}

/** What systemd would start for a unit of this installation, whose places the unit names. */
function planUnit(name: string, instance: string, home: string) {
  const unit = readUnit(name);
  const fit = (value: string) =>
    value.replaceAll('%i', instance).replace('/opt/latchkey', rootDir).replace('/srv/latchkey', home);
  const [command = '', ...args] = fit(unit.get('ExecStart')?.[0] ?? '').split(' ');
  const files = (unit.get('EnvironmentFile') ?? []).map((path) => readEnvironment(fit(path)));
  const env: Record<string, string> = Object.assign({ ...keepCode(), PATH: process.env['PATH'] }, ...files);
  return { command, args, options: { cwd: fit(unit.get('WorkingDirectory')?.[0] ?? ''), env } };
}

/** Starts the services as the units do, waits until they are ready, and stops them as systemd does: each ends with 0. */
export async function playUnits(
  { LATCHKEY_HOME: home }: { readonly LATCHKEY_HOME: string },
  teardown: Teardown,
): Promise<void> {
  const started = services.map(async ({ name }) => {
    const plan = planUnit('latchkey@.service', name, home);
    const logFile = join(home, `${name}-unit.log`);
    const ending = { mark: 'src/main.ts', stopSignal: 'SIGTERM' as const, stopLimitSeconds: 20 };
    const running = await startProcess({ ...plan, logFile, ...ending }, teardown);
    const isUp = async () => {
      if (running.hasEnded()) throw new Error(`${await running.ended}\n${readFileSync(logFile, 'utf8')}`);
      return isReady(`http://127.0.0.1:${plan.options.env['PORT']}`);
    };
    await waitUntil(isUp, () => new Error(`the unit of ${name} is not ready`));
    return running;
  });
  const running = await Promise.all(started);
  const months = planUnit('latchkey-log-months.service', '', home);
  await runToEnd(months.command, months.args, months.options);
  await Promise.all(running.map(({ stop }) => stop()));
  for (const { ended } of running) expect(await ended).toContain('(code 0)');
}
