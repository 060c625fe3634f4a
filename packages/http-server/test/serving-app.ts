import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp, createEnvelopeProtocol, defineRoute, publicAccess, serve } from '../src/index.ts';

/** A process of its own that serves public routes and one for siblings; it tells the parent what happens. */
const tell = (message: unknown) => void process.send?.(message);

const nothing = { access: publicAccess, input: { properties: {} }, output: { properties: {} }, errors: [] };

const slow = defineRoute({
  ...nothing,
  path: '/slow',
  summary: 'Answers when it is asked to',
  async handle() {
    tell('started');
    await once(process, 'message');
    return {};
  },
});

const long = defineRoute({
  ...nothing,
  path: '/long',
  summary: 'Answers more than a socket takes at once',
  output: { properties: { text: { type: 'string' } } },
  handle: () => ({ text: 'x'.repeat(32 * 1024 * 1024) }),
});

const quick = defineRoute({
  ...nothing,
  path: '/internal/v1/quick',
  summary: 'Answers at once',
  handle: () => ({}),
});

const say = (message: string, fields?: object) => {
  tell(message);
  tell({ fields });
};
const logger = { debug: say, info: say, warn: say, error: say, safe: say };
const app = createApp<undefined>({
  service: { name: 'serving', title: 'Serving', description: 'For tests' },
  context: undefined,
  groups: [{ protocol: createEnvelopeProtocol(), routes: [slow, long, quick] }],
  logger,
  health: {},
  isDependencyLost: () => false,
});
const close = () => (process.argv[2] === 'stuck' ? Promise.reject(new Error('stuck')) : Promise.resolve());
const stalls = process.argv[2] === 'stall' ? { stallLimitMs: 200 } : {};
const pause = async () => {
  if (process.argv[2] !== 'pause') return;
  tell('pausing');
  await once(process, 'message');
};
const anywhere = { port: 0, host: '127.0.0.1' };
const listeners = { public: anywhere, internal: anywhere };
const servers = await serve({ app, listeners, logger, pause, close, ...stalls });
servers.public.on('connection', (socket) => socket.on('close', () => tell('connection closed')));
const portOf = (server: Server) => (server.address() as AddressInfo).port;
tell({ port: portOf(servers.public), internalPort: portOf(servers.internal) });
