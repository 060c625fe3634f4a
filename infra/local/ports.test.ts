import { createServer, type Server } from 'node:net';
import { accepts, findFreePort, isTaken, readPort } from './ports.ts';

function listen(host: string): Promise<{ server: Server; port: number }> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, host, () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address !== null ? address.port : 0 });
    });
  });
}

describe('ports', () => {
  test.each(['127.0.0.1', '0.0.0.0', '::'])('a port that is taken on %s is taken', async (host) => {
    const { server, port } = await listen(host);
    expect(await isTaken(port)).toBe(true);
    await new Promise((resolve) => server.close(resolve));
    expect(await isTaken(port)).toBe(false);
    expect(await accepts('127.0.0.1', port)).toBe(false);
  });

  test.each(['0', '65436', '99999', '-1', '4.5', '0x10', ' 1', 'sso'])(
    'the value "%s" of a variable is no port',
    (text) => {
      const sentence = `SSO_PORT must be a port from 1 to 65435; it is "${text}".`;
      expect(() => readPort('SSO_PORT', 4001, { SSO_PORT: text })).toThrow(sentence);
    },
  );

  test.each([
    [undefined, 4001],
    ['', 4001],
    ['1', 1],
    ['65435', 65_435],
  ])('the value %p of a variable gives the port %i', (text, port) => {
    expect(readPort('SSO_PORT', 4001, { SSO_PORT: text })).toBe(port);
  });

  test('a free port can be listened on', async () => {
    expect(await isTaken(await findFreePort())).toBe(false);
  });
});
