import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callbackHeaders, renderCallbackPage } from './callback-page.ts';

export interface CallbackServer {
  readonly redirectUri: string;
  /**
   * What the browser brings back: the first query that `read` answers something for. Whatever else is asked for, and
   * whatever it answers undefined for, ends nothing.
   */
  wait<Callback extends object>(
    read: (query: URLSearchParams) => Promise<Callback | undefined>,
    name: string | undefined,
  ): Promise<Callback>;
  /** Ends every connection too. */
  close(): void;
}

type Answer = (query: URLSearchParams, request: IncomingMessage, response: ServerResponse) => unknown;

/** Listens on a port of this machine that nobody else sees. Source: RFC 8252 7.3 and 8.3. */
export async function openCallbackServer(): Promise<CallbackServer> {
  const refuseAll: Answer = (_query, _request, response) => refuse(response, 400);
  let [answer, host] = [refuseAll, ''];
  const server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    const query = readQuery(url);
    // Another name in Host is that of a site whose name leads here (DNS rebinding).
    const isOurs = method === 'GET' && query !== undefined && headers.host === host;
    if (isOurs) answer(query, request, response);
    else refuse(response, 404);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    redirectUri: `http://${host}/callback`,
    wait: (read, name) =>
      new Promise((resolve) => {
        answer = async (query, { headers }, response) => {
          const found = await read(query);
          if (found === undefined) return refuse(response, 400);
          response.once('close', () => resolve(found));
          response.writeHead(200, callbackHeaders).end(renderCallbackPage(name, headers['accept-language']));
        };
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Of GET /callback, spelled so; undefined for any other address. */
function readQuery(url: string): URLSearchParams | undefined {
  const [path, ...query] = url.split('?');
  return path === '/callback' ? new URLSearchParams(query.join('?')) : undefined;
}

function refuse(response: ServerResponse, status: 400 | 404): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end();
}
