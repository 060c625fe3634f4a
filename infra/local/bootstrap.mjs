// The one file that whatever Node the machine has must understand: it installs, then hands over to Node 24, which
// runs the TypeScript files beside it. Usage: node bootstrap.mjs <command> [arguments]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.latchkey-installed');

const [command = '', ...args] = process.argv.slice(2);

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence);
  // What the test commands promise to end with, whatever happens.
  if (command.startsWith('test')) console.log('0 passed, 1 failed');
  process.exit(1);
}

/** What the commands for people may be given; the others pass everything on, the tests to jest. */
const words = { start: ['--verbose'], demo: ['--auto'], reset: [] };

function readWords() {
  const known = words[/** @type {keyof typeof words} */ (command)];
  if (known === undefined) return;
  const npm = command === 'start' ? 'npm start' : `npm run ${command}`;
  const usage = `Usage: ${npm}${known.map((word) => ` [-- ${word}]`).join('')}`;
  if (args.some((word) => ['--help', '-h'].includes(word))) {
    console.log(`${usage}\nREADME.md says what it does, and which variables change the ports.`);
    process.exit(0);
  }
  const unknown = args.find((word) => !known.includes(word));
  if (unknown !== undefined) fail(`"${unknown}" is not understood.\n${usage}`);
}

function assertMachine() {
  if (process.platform === 'win32') fail('The local stack runs on Linux and macOS. On Windows, use WSL.');
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(
    `Latchkey needs Node 20.19 or newer to start; this is ${process.versions.node}. See https://nodejs.org.`,
  );
}

function readLockfileStamp() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex');
}

function installWhenNeeded() {
  const stamp = readLockfileStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // What a command prints is its own.
  console.error(`Installing packages with ${packageManager.split('+')[0]} ...`);
  // Without a terminal pnpm would stop to ask before it replaces node_modules.
  const env = { ...process.env, CI: 'true' };
  const install = ['-y', packageManager, 'install', '--frozen-lockfile'];
  // On the machine's own Node pnpm warns about Node 24's packages: its output matters only when the install fails.
  const output = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 };
  const { error, status, stdout, stderr } = spawnSync('npx', install, { cwd: root, env, ...output });
  if (error) fail(`npx, which comes with npm, could not be run: ${error.message}`);
  if (status !== 0) fail(`${stdout}${stderr}\nInstalling the packages failed; the lines above say why.`);
  writeFileSync(stampFile, stamp);
}

/** A command is a file beside this one, but for two. */
function findScript() {
  if (command === 'release') return join(root, 'infra/ops/release/release.ts');
  if (command === 'bench') return join(root, 'lab/bench/load.ts');
  return join(here, `${command.replace(':', '-')}.ts`);
}

function runCommand() {
  const script = findScript();
  if (!/^[a-z:]+$/.test(command) || !existsSync(script)) fail(`There is no command "${command}".`);
  const node = join(modules, '.bin/node');
  const env = { ...process.env, PATH: `${join(modules, '.bin')}:${process.env['PATH'] ?? ''}` };
  // The benchmark imports the services, and with them the database clients; the other commands make these themselves.
  if (command === 'bench')
    spawnSync(node, [join(here, 'prisma-generate.ts')], { cwd: root, stdio: 'inherit' });
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // The command stops what it started, however often it gets a signal; this process only waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Node 24 could not be run: ${error.message}`));
  child.on('exit', (code) => process.exit(code ?? 1));
}

readWords();
assertMachine();
installWhenNeeded();
runCommand();
