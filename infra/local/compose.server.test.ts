import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

test('compose ends with a sentence before it builds where a port is taken', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  // No docker is on this PATH: whoever comes to it says another sentence.
  const env = { PATH: '', SSO_PORT: '0', USER_API_PORT: '0', DROP_PORT: String(port) };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'compose.mjs')], { env });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>]);
  server.close();
  expect(said).toBe(
    `Port ${port} is taken. Stop the program that listens there, or set DROP_PORT to another port.\n`,
  );
  expect(code).toBe(1);
});
