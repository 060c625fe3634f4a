import { request as requestPlain } from 'node:http';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Teardown } from '../../infra/local/teardown.ts';

interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** Ends TLS for a service on a port of this machine, as a proxy in front of it does. Answers its https address. */
export async function startTlsProxy(
  { key, certificate }: Certificate,
  port: number,
  teardown: Teardown,
): Promise<string> {
  const server = createServer({ key, cert: certificate }, (incoming, answer) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress };
    const { method, url: path } = incoming;
    const passed = requestPlain({ host: '127.0.0.1', port, method, path, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    passed.on('error', () => answer.writeHead(502).end());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  teardown.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

interface HttpsAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly cookie: string;
  readonly body: Record<string, unknown>;
}

/** Sends a form, or a GET without one, to an address with that certificate, and reads JSON. */
export function callHttps(
  url: string,
  ca: string,
  { form, cookie = '' }: { form?: Record<string, string>; cookie?: string } = {},
): Promise<HttpsAnswer> {
  const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', cookie };
  return new Promise((resolve, reject) => {
    const call = request(url, { ca, method: form ? 'POST' : 'GET', headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: new Headers(answer.headers as Record<string, string>),
          cookie: (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; '),
          body: JSON.parse(text) as Record<string, unknown>,
        }),
      );
    });
    call.once('error', reject).end(form && new URLSearchParams(form).toString());
  });
}
