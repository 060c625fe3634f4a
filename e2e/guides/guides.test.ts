import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalCertificate } from '@latchkey/testing';
import { rootDir } from '../../infra/local/paths.ts';
import { allow } from '../../infra/local/person.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { demoPassword } from '../../services/user-api/src/demo-data.ts';
import { playGuide, type Play } from './play-guide.ts';

/** Every line of docs/guides, typed into a shell beside a stack of its own. */
let stack: Stack;
beforeAll(async () => {
  stack = await shareStack();
});
afterAll(() => stack.stop());

/** Plays a guide in a folder of its own, and answers what each of its blocks printed, and the folder's files. */
async function play(
  name: string,
  { files: given = {}, ...more }: Partial<Play> & { readonly files?: Readonly<Record<string, string>> } = {},
) {
  const teardown = createTeardown();
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-guide-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(rootDir, 'sdk'), join(folder, 'sdk'), 'dir');
  for (const [file, text] of Object.entries(given)) writeFileSync(join(folder, file), text);
  // What the guides install.
  symlinkSync(
    join(rootDir, 'sdk/examples/resource-server/node_modules'),
    join(folder, 'node_modules'),
    'dir',
  );
  try {
    const path = `docs/guides/${name}.md`;
    const printed = await playGuide({ path, urls: stack.urls, folder, ...more }, teardown);
    const read = (file: string) =>
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>;
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
    return { printed, files: Object.fromEntries(files.map((file) => [file, read(file)])) };
  } finally {
    await teardown.run();
  }
}

test('without the library: a sign-in, its calls, a refresh, and its end', async () => {
  const { printed, files } = await play('without-the-library');
  const [, , called = ''] = printed;
  expect(called).toContain('"email":"demo@latchkey.test"');
  expect(called).toContain('"payload":"secret"');
  expect(files['tokens.json']).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) });
  expect(printed.at(-1)).toBe('{}');
});

test('machine to machine: a client, its token, its drops, and its end', async () => {
  const { printed, files } = await play('machine-to-machine');
  const [, , used = '', ended = ''] = printed;
  const id = String(files['client.json']?.['client_id']);
  expect(used).toMatch(/"total_count":1\b/);
  expect(ended).toContain(id);
  expect(ended).toContain('is archived');
});

test('an own API: registered with words, asked for by a client, and called', async () => {
  const port = String(await findFreePort());
  const env = { PORT: port, LATCHKEY_PASSWORD: demoPassword };
  const person = { email: 'admin@latchkey.test' };
  const { printed, files } = await play('own-api', { env, person });
  const called = `{"orders":[],"for":"${String(files['client.json']?.['client_id'])}"}`;
  expect(printed.at(-1)).toContain(called);
});

test('your own look: a theme, its contrasts, and every page and mail in it', async () => {
  const { printed } = await play('your-own-look');
  expect(printed.at(-1)?.match(/^light +action +resting .* on-action /gm)).toHaveLength(3);
  expect(printed.at(-1)?.match(/^Written to look/gm)).toHaveLength(3);
});

test('a web application: its client, and where it leads a person', async () => {
  const env = { PORT: String(await findFreePort()) };
  const { printed, files } = await play('web-application', { env });
  const page = new URL(printed.at(-1)?.trim() ?? '');
  const back = await allow(page.href);
  expect(page.searchParams.get('client_id')).toBe(files['client.json']?.['client_id']);
  expect(back.href).toMatch(new RegExp(`^http://localhost:${env.PORT}/callback\\?code=`));
});

test('handing over a secret: sent and taken, asked for and filled in, each once', async () => {
  const { printed } = await play('handing-over-a-secret');
  const [sent = '', asked = '', again = ''] = printed;
  for (const one of [sent, asked]) expect(one.match(/^four quiet herons$/gm)).toHaveLength(1);
  expect(again).toContain('exit code 1');
  expect(again.match(/consumed/g)).toHaveLength(2);
});

test('hearing what happened: a receiver that is on once it has heard the ping, and what it hears', async () => {
  const certificate = createLocalCertificate();
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-receiver-'));
  const files = { 'key.pem': certificate.key, 'cert.pem': certificate.certificate };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const trusting = {
    SIGNAL_PRIVATE_NETWORKS: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
  };
  const own = await startStack({ 'user-api': trusting });
  const env = { PORT: String(await findFreePort()), LATCHKEY_PASSWORD: demoPassword };
  const person = { email: 'admin@latchkey.test' };
  const { printed } = await play('hearing-what-happened', { env, person, urls: own.urls, files });
  await own.stop();
  rmSync(folder, { recursive: true });
  const heard = printed.at(-1)?.match(/^[a-z.]+ \{.*$/gm) ?? [];
  const id = '"[0-9a-f-]{36}"';
  // The first ping may have found the receiver as well.
  expect([heard.at(0), heard.at(-1)]).toEqual([
    expect.stringMatching(new RegExp(`^latchkey\\.ping \\{"subscription_id":${id}\\}$`)),
    expect.stringMatching(
      new RegExp(
        `^client\\.create \\{"outcome":"success","actor_id":${id},"client_id":"c_[\\w-]+","network":"127.0.0.0/24"\\}$`,
      ),
    ),
  ]);
});

test('each guide has at most 350 words beside its blocks, and its block `site` names what the test gives', () => {
  for (const file of readdirSync(join(rootDir, 'docs/guides')).filter((one) => one.endsWith('.md'))) {
    const text = readFileSync(join(rootDir, 'docs/guides', file), 'utf8');
    const prose = text.replaceAll(/^```[^]*?^```$/gm, '');
    expect([file, prose.split(/\s+/).length <= 350]).toEqual([file, true]);
    if (text.includes('_URL')) expect(text).toContain('```sh site\nexport SSO_URL=http://localhost:4001');
  }
});
