import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createLocalCertificate } from '@latchkey/testing';
import { serversAt, startNginx, writeCertificate } from '../../e2e/operating/open-nginx.ts';
import type { Environment } from '../../infra/local/environment.ts';
import { findFreePort, internalPortStep } from '../../infra/local/ports.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { openPlace, type Place, type Ports } from './open-place.ts';
import { play } from './play.ts';

const teardown = createTeardown();
let place: Place;

/** nginx passes on what siblings ask each other, too: each knows one address. */
async function writeInner(name: keyof Ports, both: readonly Ports[]) {
  const port = await findFreePort();
  const internal = both.map((ports) => ports[name] + internalPortStep);
  const text = `
    upstream inner_${port} { ${serversAt(internal)} keepalive 32; keepalive_timeout 2s; }
    server {
      listen 127.0.0.1:${port};
      proxy_http_version 1.1;
      proxy_set_header Connection '';
      location / { proxy_pass http://inner_${port}; }
    }`;
  return { url: `http://127.0.0.1:${port}`, text };
}

async function openFronts(both: readonly [Ports, Ports], folder: string) {
  const certificate = createLocalCertificate();
  setDefaultCACertificates([...getCACertificates('default'), certificate.certificate]);
  const [sso, userApi] = [await writeInner('sso', both), await writeInner('user-api', both)];
  const names = ['sso', 'user-api', 'drop'] as const;
  const replicas = names.map((name) => both.map((ports) => ports[name]));
  const nginx = { folder, ...certificate, replicas, more: sso.text + userApi.text };
  const [ssoUrl = '', userApiUrl = '', dropUrl = ''] = await startNginx(nginx, teardown);
  const environment: Environment = {
    // As in production, where a proxy is in front.
    STOP_PAUSE_SECONDS: '3',
    NODE_EXTRA_CA_CERTS: writeCertificate(folder, certificate).certificate,
    SSO_CALL_URL: ssoUrl,
    SSO_INTERNAL_URL: sso.url,
    USER_API_CALL_URL: userApiUrl,
    USER_API_INTERNAL_URL: userApi.url,
    DROP_CALL_URL: dropUrl,
  };
  return { urls: { sso: ssoUrl, userApi: userApiUrl, drop: dropUrl }, environment };
}

beforeAll(async () => {
  place = await openPlace({ openFronts }, teardown);
});
afterAll(() => teardown.run());

test('two replicas of each behind nginx, restarted one after the other: no answer fails', async () => {
  const row = await play(place, {
    name: 'rolling restart of two replicas of each',
    async disturb() {
      for (const replica of place.replicas) await replica.restart('SIGTERM');
    },
  });
  expect(row.failed).toEqual({});
  expect(row).toMatchObject({ lost: [], twice: [], odd: [], begunAgain: 0 });
});

test('SIGKILL of one replica of each: 502 and 503 for what it was answering, nothing lost, nothing twice', async () => {
  const row = await play(place, {
    name: 'SIGKILL of one replica of each',
    async disturb() {
      for (const replica of place.replicas.slice(0, 3)) await replica.restart('SIGKILL');
    },
  });
  expect(row).toMatchObject({ lost: [], twice: [], odd: [], begunAgain: 0 });
  expect(Object.keys(row.failed).filter((status) => !['502', '503'].includes(status))).toEqual([]);
});
