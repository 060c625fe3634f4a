import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../infra/local/ports.ts';
import { startService } from '../../infra/local/service-process.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import { createTeardown } from '../../infra/local/teardown.ts';

test('a service that is asked to stop finishes what runs, takes nothing new, and ends with 0', async () => {
  const teardown = createTeardown();
  try {
    const stack = await shareStack();
    teardown.add(stack.stop);
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-draining-'));
    teardown.add(() => rmSync(folder, { recursive: true, force: true }));
    const environment = { ...stack.environments.drop, PORT: String(await findFreePort()) };
    const drop = await startService('drop', environment, folder, teardown);
    const url = `http://127.0.0.1:${environment.PORT}`;
    const started = startSlowRequest(`${url}/v1/drop/list`);
    await started.accepted;
    process.kill(drop.pid, 'SIGTERM');
    await refused(`${url}/hello`);
    expect(await started.finish()).toBe(401);
    expect(await drop.ended).toContain('code 0');
  } finally {
    await teardown.run();
  }
});

/** A request whose body comes in two parts, so that it is in flight for as long as the test wants. */
function startSlowRequest(url: string) {
  const outgoing = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    outgoing.once('response', (response) => resolve(response.resume().statusCode));
    outgoing.once('error', reject);
  });
  // The server's 100 Continue says that the request has reached it.
  const accepted = new Promise<void>((resolve) => outgoing.once('continue', resolve));
  outgoing.flushHeaders();
  const finish = () => {
    outgoing.end('{"token":"none"}');
    return answered;
  };
  return { accepted, finish };
}

/** Asks until the port is closed. */
async function refused(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer === undefined) return;
    await answer.text();
  }
}
