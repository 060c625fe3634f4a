import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createExampleApp } from './example-app.ts';

let server: Server;
beforeAll(async () => {
  server = createServer(createExampleApp().express);
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
});
afterAll(() => new Promise((done) => server.close(done)));

/** The answer to a GET of a target that is sent as it is. */
function get(target: string): Promise<{ status: number | undefined; body: string }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: target, agent: false }, (answer) => {
      let body = '';
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    });
    asked.on('error', reject).end();
  });
}

test.each(['/hello', '/hello?a=1', '/hello#a', 'http://a.test/hello', 'HTTPS://u:p@a.test:1/hello?a=1'])(
  '200 for the target %s',
  async (target) => {
    expect((await get(target)).status).toBe(200);
  },
);

const unreadable = ['http://', 'http://[', 'https://[/', 'http://?a=1', 'foo://', '//u@[#', '//u@h#'];
const unknown = [
  '/hello/',
  '/Hello',
  '//hello',
  '/hell%6f',
  '/%',
  '/docs/../hello',
  '/docs/%2e%2e/hello',
  '*',
];
const inherited = ['/__proto__', '/constructor', '/toString'];

test.each([...unreadable, ...unknown, ...inherited])(
  '404 in the envelope for the target %s',
  async (target) => {
    const { status, body } = await get(target);
    expect([status, JSON.parse(body)]).toEqual([
      404,
      expect.objectContaining({ status: 0, code: 'not_found' }),
    ]);
  },
);
