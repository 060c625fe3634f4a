import { request } from 'node:http';
import { startStack } from '../../infra/local/stack.ts';

test('a service that is asked to stop finishes what runs, takes nothing new, and ends with 0', async () => {
  const stack = await startStack();
  try {
    const { drop } = stack.processes;
    const started = startSlowRequest(`${stack.urls.drop}/v1/drop/list`);
    await started.accepted;
    process.kill(drop.pid, 'SIGTERM');
    await refused(`${stack.urls.drop}/hello`);
    expect(await started.finish()).toBe(401);
    expect(await drop.ended).toContain('code 0');
  } finally {
    await stack.stop();
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
