import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLatchkey, drop, type Settings } from '../src/index.ts';
import { createFileStore } from '../src/session/file-store.ts';
import { createFakeSso } from './fake-sso.ts';

const { settings } = createFakeSso();
const start = (more: Partial<Settings>) => createLatchkey({ ...settings, ...more }).startDeviceLogin();
const listDrops = (send: NonNullable<Settings['fetch']>, token?: string) => {
  const latchkey = createLatchkey({ ...settings, drop: 'http://sso.test', fetch: send });
  return drop(latchkey.useToken(token))('/v1/drop/list');
};
const refuse = (code: string) =>
  Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(''), { code }) });

test.each([
  ['no network', refuse('ECONNREFUSED'), 'https://sso.test cannot be reached (ECONNREFUSED).'],
  ['a cause without a code', new TypeError('bad port'), 'https://sso.test cannot be reached (bad port).'],
  ['no time', new DOMException('too late', 'TimeoutError'), 'https://sso.test took too long.'],
])('no_answer names the address after %s', async (_name, failure, message) => {
  const failing = start({ fetch: () => Promise.reject(failure) });
  await expect(failing).rejects.toThrow(message);
  await expect(failing).rejects.toMatchObject({ code: 'no_answer' });
});

test.each([
  [
    'not_configured',
    'another service',
    Response.json({ status: 0 }, { status: 404 }),
    '(status 404); sso must',
  ],
  ['no_answer', 'a page', new Response('<html>'), '(status 200).'],
  ['no_answer', 'metadata without an issuer', Response.json({}), '(status 200).'],
])('%s says that the address of %s is that of no issuer', async (code, _name, response, end) => {
  await expect(start({ fetch: async () => response })).rejects.toMatchObject({
    code,
    message: expect.stringContaining(`https://sso.test/ sent no metadata of an issuer ${end}`) as string,
  });
});

test.each([
  ['before its path', 'https://sso.test/.well-known/oauth-authorization-server/auth/v1'],
  ['behind its path', 'https://sso.test/auth/v1/.well-known/openid-configuration'],
])('an issuer with a path is found with the well-known part %s', async (_where, url) => {
  const asked: string[] = [];
  const issuer = 'https://sso.test/auth/v1';
  const send = async (input: string | URL | Request) => {
    const to = input instanceof Request ? input.url : String(input);
    asked.push(to);
    if (to !== url) return Response.json({}, { status: to.includes('.well-known') ? 404 : 400 });
    return Response.json({ issuer, device_authorization_endpoint: 'https://sso.test/device_authorization' });
  };
  await start({ sso: issuer, fetch: send }).catch(() => undefined);
  expect(asked.at(-1)).toBe('https://sso.test/device_authorization');
});

test.each<[string, (send: NonNullable<Settings['fetch']>) => Promise<unknown>]>([
  ['sso', (send) => start({ sso: 'http://sso.test', fetch: send })],
  ['drop without a token', (send) => listDrops(send)],
  ['drop with a token', (send) => listDrops(send, 't')],
])('not_configured for http beyond this machine at %s, before anything is sent', async (_name, act) => {
  let sent = 0;
  const send = async () => {
    sent += 1;
    return Response.json({});
  };
  const refused = {
    code: 'not_configured',
    message: 'http://sso.test is not https:. For a development network, set allowHttp.',
  };
  await expect(act(send)).rejects.toMatchObject(refused);
  expect(sent).toBe(0);
});

test.each<[string, object, string]>([
  ['sso without a scheme', { sso: 'localhost:4001' }, 'sso is "localhost:4001": an address begins'],
  ['sso that is no address', { sso: 'x' }, 'sso is "x": an address begins'],
  ['no sso', { sso: undefined }, 'sso is undefined: an address begins'],
  ['drop over ftp', { drop: 'ftp://drop.test' }, 'drop is "ftp://drop.test": an address begins'],
  ['no clientId', { clientId: undefined }, 'clientId is missing'],
  ['an empty clientId', { clientId: '' }, 'clientId is missing'],
])('not_configured at once for %s', (_name, more, message) => {
  const failure = { code: 'not_configured', message: expect.stringContaining(message) };
  expect(() => createLatchkey({ ...settings, ...more })).toThrow(expect.objectContaining(failure));
});

test.each([
  ['no session', 'broken.json'],
  ['a folder', 'folder.json'],
  ['below a file', 'broken.json/below.json'],
])('store_failed names the path, whatever fails: %s', async (_name, file) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-client-'));
  writeFileSync(join(folder, 'broken.json'), '{');
  mkdirSync(join(folder, 'folder.json'));
  const path = join(folder, file);
  const session = await createLatchkey(settings).openSession(createFileStore(path));
  const failure = { code: 'store_failed', message: expect.stringContaining(path) };
  await expect(session.accessToken()).rejects.toMatchObject(failure);
  await expect(session.state()).rejects.toMatchObject(failure);
  const { settings: own, forms } = createFakeSso();
  const login = createLatchkey(own).startDeviceLogin({ store: createFileStore(path) });
  await expect(login).rejects.toMatchObject(failure);
  expect(forms).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});
