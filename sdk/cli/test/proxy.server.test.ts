import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = join(import.meta.dirname, '../bin/latchkey.ts');
const home = mkdtempSync(join(tmpdir(), 'latchkey-proxy-'));
const asked: string[] = [];
/** A proxy that opens no tunnel. */
const proxy = createServer((socket: Socket) => {
  socket
    .on('error', () => undefined)
    .once('data', (data) => {
      asked.push(data.toString().split('\r\n', 1)[0] ?? '');
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
});
let address: string;
beforeAll(async () => {
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterAll(() => {
  proxy.close();
  rmSync(home, { recursive: true });
});
beforeEach(() => void (asked.length = 0));

async function login(sso: string, env: Readonly<Record<string, string>>) {
  const args = ['--disable-warning=ExperimentalWarning', binary, 'login', '--sso', sso];
  const child = spawn(process.execPath, args, { env: { HOME: home, PATH: process.env['PATH'], ...env } });
  let err = '';
  child.stderr.on('data', (piece) => (err += String(piece)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, err };
}

test.each(['HTTPS_PROXY', 'https_proxy'])('the command goes through the proxy of %s', async (name) => {
  const { code, err } = await login('https://sso.corp.example', {
    [name]: address.replace('//', '//me:Sup3r@'),
  });
  expect([code, asked[0]]).toEqual([5, 'CONNECT sso.corp.example:443 HTTP/1.1']);
  expect(err).not.toContain('Sup3r');
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['http://127.0.0.1:2', {}],
  ['https://sso.corp.example', { NO_PROXY: '.corp.example' }],
])('and not to %s with %j', async (sso, more) => {
  const { code } = await login(sso, { HTTPS_PROXY: address, HTTP_PROXY: address, ...more });
  expect([code, asked]).toEqual([5, []]);
});
