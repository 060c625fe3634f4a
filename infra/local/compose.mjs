// Starts docker compose once its ports are known to be free: compose itself builds and migrates everything first, and then
// fails. Usage: npm run compose [-- arguments of `compose up`]
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

const variables = { SSO_PORT: 4001, USER_API_PORT: 4002, DROP_PORT: 4003 };

/** @param {number} port */
const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

for (const [variable, usual] of Object.entries(variables)) {
  const port = Number(process.env[variable] ?? usual);
  if (await isFree(port)) continue;
  console.error(
    `Port ${port} is taken. Stop the program that listens there, or set ${variable} to another port.`,
  );
  process.exit(1);
}

const hasPlugin = spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status === 0;
const [command = '', ...first] = hasPlugin ? ['docker', 'compose'] : ['docker-compose'];
const child = spawn(command, [...first, 'up', '--build', ...process.argv.slice(2)], { stdio: 'inherit' });
child.once('error', () => {
  console.error('Neither "docker compose" nor "docker-compose" can be run.');
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
// Ctrl-C reaches compose by the terminal; this waits for its end.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
