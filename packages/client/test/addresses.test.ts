import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLatchkey, drop, type Settings } from '../src/index.ts';
import { createFileStore } from '../src/session/file-store.ts';
import { createFakeSso } from './fake-sso.ts';

const { settings } = createFakeSso();
const start = (more: Partial<Settings>) => createLatchkey({ ...settings, ...more }).startDeviceLogin();
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
  ['another service', Response.json({ status: 0 }, { status: 404 }), 404],
  ['a page', new Response('<html>'), 200],
  ['metadata without an issuer', Response.json({}), 200],
])('no_answer says that the address of %s is that of no issuer', async (_name, response, status) => {
  await expect(start({ fetch: async () => response })).rejects.toMatchObject({
    code: 'no_answer',
    message: `https://sso.test/ sent no metadata of an issuer (status ${status}).`,
  });
});

test('not_configured for http beyond this machine, before anything is sent', async () => {
  let sent = 0;
  const send = async () => {
    sent += 1;
    return Response.json({});
  };
  const refused = {
    code: 'not_configured',
    message: 'http://sso.test is not https:. For a development network, set allowHttp.',
  };
  await expect(start({ sso: 'http://sso.test', fetch: send })).rejects.toMatchObject(refused);
  const latchkey = createLatchkey({ ...settings, drop: 'http://sso.test', fetch: send });
  for (const caller of [latchkey.useToken(), latchkey.useToken('t')])
    await expect(drop(caller)('/v1/drop/list')).rejects.toMatchObject(refused);
  expect(sent).toBe(0);
});

test('store_failed names the path, whatever fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-client-'));
  const [broken, taken] = [join(folder, 'broken.json'), join(folder, 'folder.json')];
  writeFileSync(broken, '{');
  mkdirSync(taken);
  const latchkey = createLatchkey(settings);
  for (const path of [broken, taken, join(broken, 'below.json')]) {
    const session = await latchkey.openSession(createFileStore(path));
    const failure = { code: 'store_failed', message: expect.stringContaining(path) };
    await expect(session.accessToken()).rejects.toMatchObject(failure);
    await expect(session.state()).rejects.toMatchObject(failure);
  }
  rmSync(folder, { recursive: true, force: true });
});
