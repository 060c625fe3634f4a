import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createLocalCertificate } from '@latchkey/testing';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly path: string;
}

const { key, certificate } = createLocalCertificate();
export { certificate };

/** A receiver of signals at 127.0.0.1 that answers 204 unless another answer is set. */
export async function startReceiver() {
  const received: Received[] = [];
  let answer = (response: ServerResponse): unknown => response.writeHead(204).end();
  const server = createServer({ key, cert: certificate }, (request, response) => {
    const { headers, url: path = '' } = request;
    void text(request).then((body) => {
      received.push({ headers, body, path });
      return answer(response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/hook`,
    port,
    received,
    answer: (next: typeof answer) => void (answer = next),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
