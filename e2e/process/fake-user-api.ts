import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Teardown } from '../../infra/local/teardown.ts';

interface Notice {
  readonly id: string;
  readonly type: string;
  readonly label?: string;
}

/** What drop needs of user-api: a name for who asks, and somebody who takes notices, or not. */
export async function startFakeUserApi(teardown: Teardown) {
  const received: Notice[] = [];
  let bodies = '';
  let answers: 'well' | 'down' | 'never' = 'well';
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    bodies += body;
    const { events } = JSON.parse(body) as { events?: Notice[] };
    received.push(...(events ?? []));
    if (events !== undefined && answers === 'never') return;
    response.statusCode = events !== undefined && answers === 'down' ? 503 : 200;
    const data = events === undefined ? { name: 'a…@example.test' } : { logged: events.length };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: 1, comment: 'OK', data }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  teardown.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    readBodies: () => bodies,
    answer: (how: typeof answers) => void (answers = how),
  };
}
