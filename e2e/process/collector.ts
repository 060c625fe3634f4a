import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as OTLP carries it in JSON. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<ReceivedSpan, 'service'>[] }[];
  }[];
}

/** A collector of OTLP over HTTP that keeps what it gets, as it came and as spans. */
export async function openCollector() {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const keep = (body: string) => {
    for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
      const named = resource.attributes.find(({ key }) => key === 'service.name');
      const service = named?.value.stringValue ?? '';
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...span, service });
    }
  };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    bodies.push(`${request.url} ${body}`);
    keep(body);
    response.setHeader('content-type', 'application/json').end('{}');
  };
  const server = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
