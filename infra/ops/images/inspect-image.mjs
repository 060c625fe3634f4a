// Runs inside an image, given to node as text: looks at what is there, starts the service without its databases, and
// prints what it found as JSON.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, globSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** @param {string} file */
function canWrite(file) {
  try {
    writeFileSync(file, '');
    return true;
  } catch {
    return false;
  }
}

/** The packages in a folder of node_modules, with their versions. @param {string} folder */
const listPackages = (folder) =>
  globSync(['*/package.json', '@*/*/package.json'], { cwd: folder })
    .filter((file) => !lstatSync(`${folder}/${file.slice(0, -'/package.json'.length)}`).isSymbolicLink())
    .map((file) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')))
    .map(({ name, version }) => `${name}@${version}`);

async function isLive() {
  const url = `http://127.0.0.1:${process.env.PORT}/health/live`;
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Starts the service as the image does, asks whether it lives until it does, and ends it. */
async function tryStart() {
  if (process.env.SIGNING_KEYS_FILE) spawnSync('latchkey-sso', ['keys', 'rotate', '--if-missing']);
  const startedAt = performance.now();
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [program, ...args] = scripts.start.split(' ');
  const service = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (text) => (output += text));
  const ended = new Promise((resolve) => service.once('exit', resolve));
  while (service.exitCode === null && !(await isLive())) await new Promise((next) => setTimeout(next, 50));
  if (service.exitCode !== null) return { failure: output.slice(-2000) };
  const seconds = (performance.now() - startedAt) / 1000;
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8')) ?? [];
  service.kill('SIGTERM');
  return { seconds, memoryMegabytes: Number(kilobytes) / 1000, exitCode: await ended };
}

/** All files below a folder, through no link; a pattern would leave out what begins with a dot. @param {string} folder @returns {string[]} */
const listFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? listFiles(path) : entry.isFile() ? [path] : [];
  });

const files = listFiles('/app');
const programs = ['npm', 'npx', 'corepack', 'yarn', 'pnpm'].filter((name) =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${name}`)),
);
const stores = readdirSync('/app/node_modules/.pnpm').map(
  (name) => `/app/node_modules/.pnpm/${name}/node_modules`,
);
const found = {
  uid: process.getuid?.(),
  canWriteRoot: canWrite('/touched') || canWrite('/var/touched') || canWrite('/home/node/touched'),
  canWriteCode: canWrite('/app/touched') || canWrite(`${process.cwd()}/src/touched.ts`),
  megabytes: files.reduce((sum, file) => sum + lstatSync(file).size, 0) / 1e6,
  programs,
  packages: stores.filter((folder) => existsSync(folder)).flatMap(listPackages),
  files: files.filter((file) =>
    /\.test\.ts$|query_compiler|\.pem$|keys.*\.json$|\/\.env|\/\.git\//.test(file),
  ),
  start: await tryStart(),
};
process.stdout.write(`${JSON.stringify(found)}\n`);
