import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp, createEnvelopeProtocol, defineRoute, publicAccess, serve } from '../src/index.ts';

/** A process of its own that serves one route, which answers when the parent says so; tells the parent what happens. */
const tell = (message: unknown) => void process.send?.(message);

const slow = defineRoute({
  path: '/slow',
  summary: 'Answers when it is told to',
  access: publicAccess,
  input: { properties: {} },
  output: { properties: {} },
  errors: [],
  async handle() {
    tell('started');
    await once(process, 'message');
    return {};
  },
});

const long = defineRoute({
  path: '/long',
  summary: 'Answers more than a socket takes at once',
  access: publicAccess,
  input: { properties: {} },
  output: { properties: { text: { type: 'string' } } },
  errors: [],
  handle: () => ({ text: 'x'.repeat(32 * 1024 * 1024) }),
});

const logger = { debug: tell, info: tell, warn: tell, error: tell };
const app = createApp<undefined>({
  service: { name: 'serving', title: 'Serving', description: 'For tests', version: '1.0.0' },
  context: undefined,
  groups: [{ protocol: createEnvelopeProtocol(), routes: [slow, long] }],
  logger,
  health: {},
  isDependencyLost: () => false,
});
const close = () => (process.argv[2] === 'stuck' ? Promise.reject(new Error('stuck')) : Promise.resolve());
const stalls = process.argv[2] === 'stall' ? { stallLimitMs: 200 } : {};
const server = await serve({ app, port: 0, logger, close, ...stalls });
server.on('connection', (socket) => socket.on('close', () => tell('connection closed')));
tell({ port: (server.address() as AddressInfo).port });
