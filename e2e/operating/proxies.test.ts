import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalCertificate } from '@latchkey/testing';
import { createTeardown } from '../../infra/local/teardown.ts';
import { openCaddy } from './open-caddy.ts';
import { openNginx } from './open-nginx.ts';

const stranger = '127.0.0.2';
const token = 'the-token-of-a-link';

/** A service that answers what reached it. */
async function startEcho(teardown: ReturnType<typeof createTeardown>): Promise<number> {
  const server = createServer((incoming, answer) => {
    const { method, url, headers } = incoming;
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ method, url, headers }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  teardown.add(() => server.close() && server.closeAllConnections());
  return (server.address() as AddressInfo).port;
}

describe.each([
  ['nginx', openNginx, 'nginx/latchkey.log'],
  ['Caddy', openCaddy, 'caddy/output.log'],
] as const)('the example of %s', (_name, openFronts, log) => {
  const teardown = createTeardown();
  const certificate = createLocalCertificate();
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-proxy-'));
  let fronts: readonly string[];
  let ports: readonly number[];

  beforeAll(async () => {
    teardown.add(() => rmSync(folder, { recursive: true, force: true }));
    ports = [await startEcho(teardown), await startEcho(teardown), await startEcho(teardown)];
    fronts = await openFronts({ folder, ports, ...certificate }, teardown);
  });
  afterAll(() => teardown.run());

  function ask(at: number, path: string, headers: Record<string, string> = {}, localAddress = stranger) {
    const { certificate: ca } = certificate;
    return new Promise<{ status: number; body: Record<string, Record<string, string>> }>(
      (resolve, reject) => {
        const options = { ca, headers, localAddress, family: 4, agent: false } as const;
        const call = request(`${fronts[at]}${path}`, options, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          answer.once('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : {} }),
          );
        });
        call.once('error', reject).end();
      },
    );
  }

  test('passes on the address that it sees, and not what a caller says', async () => {
    const { status, body } = await ask(0, '/device_login', { 'x-forwarded-for': '203.0.113.9' });
    expect([status, body['headers']?.['x-forwarded-for']]).toEqual([200, stranger]);
  });

  test.each([
    [1, '/admin/user/search'],
    [1, '//admin/user/search'],
    [1, '/x/../admin/user/search'],
    [1, '/%61dmin/user/search'],
    [2, '/v1/admin/list'],
    [0, '/console'],
    [0, '/Console/people'],
  ])('403 from elsewhere for the routes of operators, at service %i as %s', async (at, path) => {
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    expect((await ask(at, path, headers)).status).toBe(403);
    expect((await ask(at, path, headers, '127.0.0.1')).status).toBe(200);
  });

  test('404 for /health, which is for the machine that runs the services', async () => {
    expect((await ask(0, '/health/ready')).status).toBe(404);
  });

  test('passes on the query and the headers with secrets, and logs the path without them', async () => {
    const headers = { token, dpop: token, authorization: `Bearer ${token}`, cookie: `session=${token}` };
    const { body } = await ask(0, `/reset?token=${token}`, headers);
    expect(body['url']).toBe(`/reset?token=${token}`);
    expect(body['headers']).toMatchObject(headers);
    const text = readFileSync(join(folder, log), 'utf8');
    expect(text).toContain('/reset');
    expect(text).not.toContain(token);
  });
});
