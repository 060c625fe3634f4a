import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '../../infra/local/child-process.ts';
import { rootDir } from '../../infra/local/paths.ts';
import { accepts, findFreePort, waitUntil } from '../../infra/local/ports.ts';
import type { Teardown } from '../../infra/local/teardown.ts';
import type { OpenFronts } from '../process/play-guide.ts';

const names = ['sso.example.com', 'api.example.com', 'drop.example.com'];

/** Replaces a text that must be there. */
function replace(text: string, from: string | RegExp, to: string): string {
  const changed = text.replaceAll(from, to);
  if (changed === text) throw new Error(`the example of a proxy has no ${String(from)}`);
  return changed;
}

/** Writes the key and the certificate of a site to its folder. */
export function writeCertificate(folder: string, { key, certificate }: { key: string; certificate: string }) {
  const paths = { key: join(folder, 'proxy.key'), certificate: join(folder, 'proxy.crt') };
  writeFileSync(paths.key, key, { mode: 0o600 });
  writeFileSync(paths.certificate, certificate);
  return paths;
}

interface NginxPlan {
  readonly folder: string;
  readonly key: string;
  readonly certificate: string;
  /** The ports of the replicas of each service. */
  readonly replicas: readonly (readonly number[])[];
  /** What else nginx serves, in the words of its configuration. */
  readonly more?: string;
}

/** Where nginx passes requests on to, in the words of its configuration: idle replicas are tried again at once. */
export const serversAt = (ports: readonly number[]): string =>
  ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ');

/** Starts nginx in front of one replica of each service. */
export const openNginx: OpenFronts = ({ ports, ...site }, teardown) =>
  startNginx({ ...site, replicas: ports.map((port) => [port]) }, teardown);

/** Starts nginx with infra/ops/proxy/nginx.conf, its three names replaced by ports of localhost. Answers its addresses. */
export async function startNginx(
  { folder, replicas, more = '', ...certificate }: NginxPlan,
  teardown: Teardown,
): Promise<readonly string[]> {
  const fronts = [await findFreePort(), await findFreePort(), await findFreePort()];
  const plain = await findFreePort();
  const place = join(folder, 'nginx');
  mkdirSync(place);
  const paths = writeCertificate(place, certificate);
  let config = readFileSync(join(rootDir, 'infra/ops/proxy/nginx.conf'), 'utf8');
  config = replace(config, /^ {2}listen \[::\].*\n/gm, '');
  config = replace(config, 'listen 80;', `listen 127.0.0.1:${plain};`);
  const listens = fronts.map((port) => `listen 127.0.0.1:${port} ssl http2;`).join(' ');
  config = replace(config, 'listen 443 ssl http2;', listens);
  config = replace(config, `server_name ${names.join(' ')};`, 'server_name localhost;');
  config = replace(config, 'map $host ', 'map $server_port ');
  for (const [at, name] of names.entries()) {
    config = replace(config, name, String(fronts[at]));
    config = replace(config, `server 127.0.0.1:${4001 + at} max_fails=0;`, serversAt(replicas[at] ?? []));
  }
  config = replace(config, '198.51.100.7 yes;', '127.0.0.1 yes;');
  config = replace(config, '/etc/ssl/latchkey.crt', paths.certificate);
  config = replace(config, '/etc/ssl/private/latchkey.key', paths.key);
  config = replace(config, '/var/log/nginx', place);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = [
    'daemon off;',
    // Its workers keep large bodies in the folder of the test, which is root's.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 1;',
    `pid ${place}/pid;`,
    'events {}',
    'http {',
    ...temporary.map((kind) => `${kind}_temp_path ${place}/${kind};`),
    config,
    more,
    '}',
  ];
  writeFileSync(join(place, 'nginx.conf'), main.join('\n'));
  const logFile = join(place, 'output.log');
  const running = await startProcess(
    {
      command: 'nginx',
      args: ['-e', join(place, 'start.log'), '-c', join(place, 'nginx.conf')],
      logFile,
      mark: 'nginx',
      stopSignal: 'SIGTERM',
      stopLimitSeconds: 20,
    },
    teardown,
  );
  const isUp = async () => {
    if (running.hasEnded()) throw new Error(`${await running.ended}: ${readFileSync(logFile, 'utf8')}`);
    return accepts('127.0.0.1', fronts[2] ?? 0);
  };
  await waitUntil(isUp, () => new Error('nginx does not answer'));
  return fronts.map((port) => `https://localhost:${port}`);
}
