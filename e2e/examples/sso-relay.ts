import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one request for tokens: it never arrives at sso, or its answer never comes back. */
export type Loss = 'request' | 'answer';

/** A line to sso over which the test sees requests for tokens and may lose one. */
export async function openSsoRelay(ssoPort: () => number) {
  let asked = 0;
  let lose: { readonly loss: Loss; readonly then: () => Promise<void> } | undefined;

  async function drop(response: ServerResponse, then: () => Promise<void>): Promise<void> {
    await then();
    response.destroy();
  }

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { method, url = '', headers } = incoming;
    const planned = url === '/token' ? lose : undefined;
    if (url === '/token') asked += 1;
    if (planned !== undefined) lose = undefined;
    if (planned?.loss === 'request') return void drop(response, planned.then);
    const upstream = send({ host: '127.0.0.1', port: ssoPort(), path: url, method, headers }, (answer) => {
      if (planned === undefined) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      } else answer.resume().once('end', () => void drop(response, planned.then));
    });
    upstream.on('error', () => response.destroy());
    incoming.pipe(upstream);
  }

  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** How often tokens were asked for. */
    asked: () => asked,
    /** Loses the next request for tokens, or its answer; `then` runs in that moment. */
    loseNext(loss: Loss, then: () => Promise<void> = async () => undefined) {
      lose = { loss, then };
    },
    close: () => server.close(),
  };
}
