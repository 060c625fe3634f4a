import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '@latchkey/client';
import { buildRelease, findLowestNode } from '../../../infra/ops/release/packed-library.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'latchkey-command-'));
const app = join(folder, 'app');
let tarball: string;

function run(command: string, args: string[], { cwd = folder, env = process.env } = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
}

/** What a program prints. Throws what it says when it fails. */
function build(command: string, args: string[], cwd = folder): string {
  const { code, out, err } = run(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}\n${out}\n${err}`);
  return out;
}

/** Runs the installed command on the lowest Node that it promises, with a home of its own and nothing of this repository. */
function latchkey(args: string[], more: Readonly<Record<string, string>> = {}) {
  const env = {
    PATH: `${join(findLowestNode('cli'), '..')}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    ...more,
  };
  return run(join(app, 'node_modules/.bin/latchkey'), args, { cwd: app, env });
}

beforeAll(() => {
  tarball = join(buildRelease(), `latchkey-cli-${version}.tgz`);
  mkdirSync(app);
  build('npm', ['install', tarball, '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], app);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('publint finds nothing', () => {
  const publint = join(root, 'node_modules/publint/src/cli.js');
  expect(build(process.execPath, [publint, tarball, '--strict'])).toContain('All good!');
});

test('the file of the command runs without an ending, also where a package.json asks for ES modules', () => {
  const [plain, modules] = [join(folder, 'plain'), join(folder, 'modules')];
  for (const place of [plain, modules]) {
    mkdirSync(place);
    copyFileSync(join(app, 'node_modules/@latchkey/cli/bin/latchkey.cjs'), join(place, 'latchkey'));
  }
  writeFileSync(join(modules, 'package.json'), '{"type":"module"}');
  for (const place of [plain, modules])
    expect([place, build(process.execPath, [join(place, 'latchkey'), '--version'])]).toEqual([
      place,
      `${version}\n`,
    ]);
});

test('the tarball holds the command and the licences of all that is in it', () => {
  const files = build('tar', ['-tzf', tarball]).trim().split('\n').sort();
  expect(files).toEqual([
    'package/LICENSE',
    'package/README.md',
    'package/THIRD-PARTY-LICENSES',
    'package/bin/latchkey.cjs',
    'package/man/latchkey.1',
    'package/package.json',
  ]);
  const licences = readFileSync(join(app, 'node_modules/@latchkey/cli/THIRD-PARTY-LICENSES'), 'utf8');
  const bundled = ['oauth4webapi', 'openapi-fetch', 'qrcode', 'pngjs', 'dijkstrajs'];
  expect(bundled.filter((name) => new RegExp(`^${name} \\d`, 'm').test(licences))).toEqual(bundled);
});

test('without an answer it ends with 5 and names the service', () => {
  const { code, err } = latchkey(['drop', 'list'], {
    LATCHKEY_TOKEN: 'x',
    SSO_URL: 'http://127.0.0.1:3',
    DROP_URL: 'http://127.0.0.1:2',
  });
  expect([code, err]).toEqual([5, expect.stringContaining('http://127.0.0.1:2 cannot be reached')]);
});

test('it tells its commands and its version, and Node has nothing to add', () => {
  expect(latchkey(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('whoami'), err: '' });
  expect(latchkey(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});
