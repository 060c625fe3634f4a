import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../../infra/local/child-process.ts';
import { rootDir } from '../../infra/local/paths.ts';
import { accepts, findFreePort, waitUntil } from '../../infra/local/ports.ts';
import type { OpenFronts } from '../process/play-guide.ts';
import { writeCertificate } from './open-nginx.ts';

/** Starts Caddy with infra/ops/proxy/Caddyfile, its names replaced by ports of localhost, and with a certificate of the test. */
export const openCaddy: OpenFronts = async ({ folder, ports, ...certificate }, teardown) => {
  const fronts = [await findFreePort(), await findFreePort(), await findFreePort()];
  const place = join(folder, 'caddy');
  mkdirSync(place);
  const paths = writeCertificate(place, certificate);
  const config = readFileSync(join(rootDir, 'infra/ops/proxy/Caddyfile'), 'utf8')
    .replace(/^\{\n/m, '{\n\tadmin off\n\tauto_https disable_redirects\n')
    .replace('198.51.100.7', '127.0.0.1')
    .replaceAll(
      /^(?:sso|api|drop)\.example\.com \{\n\timport latchkey 127\.0\.0\.1:(\d+)/gm,
      (_all, port) => {
        const at = Number(port) - 4001;
        return `https://localhost:${fronts[at]} {\n\ttls ${paths.certificate} ${paths.key}\n\timport latchkey 127.0.0.1:${ports[at]}`;
      },
    );
  writeFileSync(join(place, 'Caddyfile'), config);
  const logFile = join(place, 'output.log');
  const running = await startProcess(
    {
      command: 'caddy',
      args: ['run', '--adapter', 'caddyfile', '--config', join(place, 'Caddyfile')],
      options: { env: { PATH: process.env['PATH'], HOME: place } },
      logFile,
      mark: 'caddy',
      stopSignal: 'SIGTERM',
      stopLimitSeconds: 20,
    },
    teardown,
  );
  const isUp = async () => {
    if (running.hasEnded()) throw new Error(`${await running.ended}: ${readFileSync(logFile, 'utf8')}`);
    return accepts('127.0.0.1', fronts[2] ?? 0);
  };
  await waitUntil(isUp, () => new Error('Caddy does not answer'));
  return fronts.map((port) => `https://localhost:${port}`);
};
